"""Keys open what they were made for."""

from tests.server.states import RED, WHITE
from volto.server.tables.keys import INVITE, Keys

KEYS = Keys(b"secret" * 8)


def test_a_key_has_128_bits_and_fits_a_path() -> None:
    key = KEYS.seats_key("table", (WHITE,))
    assert len(key) == 22
    assert set(key) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_every_table_seat_and_server_has_its_own() -> None:
    keys = {
        maker.key(table, opens)
        for maker in (KEYS, Keys(b"other" * 8))
        for table in ("one", "two")
        for opens in ("white", "red", "white+red", INVITE)
    }
    assert len(keys) == 16


def test_only_the_right_key_fits() -> None:
    key = KEYS.seats_key("table", (WHITE, RED))
    assert KEYS.fits(key, "table", "white+red")
    for wrong in ("", key[:-1], key + "A", key.swapcase(), "é" * 22):
        assert not KEYS.fits(wrong, "table", "white+red")
