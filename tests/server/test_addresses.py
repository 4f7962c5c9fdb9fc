"""An invitation names an address that others can open, or says that there is none."""

import pytest

from volto.server.addresses import is_local, own_addresses, reachable


def own() -> list[str]:
    return ["192.168.1.5", "10.0.0.2"]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "localhost", "[::1]", "::1"])
def test_a_page_of_this_machine_invites_to_its_own_addresses(host: str) -> None:
    assert reachable("http", host, 8642, "0.0.0.0", own) == [
        "http://192.168.1.5:8642",
        "http://10.0.0.2:8642",
    ]
    assert reachable("http", host, None, "::", own)[0] == "http://192.168.1.5"


@pytest.mark.parametrize("listening", ["127.0.0.1", "::1", "localhost"])
def test_a_server_for_this_machine_only_can_invite_nobody(listening: str) -> None:
    assert reachable("http", "localhost", 8642, listening, own) == []


def test_who_came_by_another_name_invites_by_it() -> None:
    assert reachable("https", "volto.example", None, "127.0.0.1", own) == ["https://volto.example"]
    assert reachable("http", "192.168.1.5", 8642, "0.0.0.0", own) == ["http://192.168.1.5:8642"]


def test_own_addresses_are_none_of_this_machine_alone() -> None:
    assert not any(is_local(address) for address in own_addresses())
