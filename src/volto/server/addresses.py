"""Under which addresses others reach this server, for an invitation that works on their devices."""

import contextlib
import ipaddress
import socket
from collections.abc import Callable, Sequence

ANYWHERE = ("0.0.0.0", "::")
"""Hosts to listen on that mean: for everybody."""
TARGETS = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")
"""Somewhere outside, and in each kind of private network."""


def own_addresses() -> list[str]:
    """This machine's addresses in its networks, the one that leads outside first."""
    found: dict[str, None] = {}
    for target in TARGETS:
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outward,
        ):
            outward.connect((target, 9))  # sends nothing: it only asks for the way there
            found[outward.getsockname()[0]] = None
    return [address for address in found if not is_local(address)]


def is_local(host: str) -> bool:
    """Whether only this machine itself understands this host."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def reachable(
    scheme: str,
    host: str,
    port: int | None,
    listening: str,
    own: Callable[[], Sequence[str]] = own_addresses,
) -> list[str]:
    """Origins that others can open, when this page was opened as scheme://host:port.

    None of them if the server listens to its own machine only.
    """
    suffix = "" if port is None else f":{port}"
    if not is_local(host):
        return [f"{scheme}://{host}{suffix}"]
    if listening not in ANYWHERE:
        return []
    return [f"{scheme}://{address}{suffix}" for address in own()]
