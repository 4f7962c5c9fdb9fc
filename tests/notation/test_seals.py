"""Seals promise a role before the game, and can be checked after it."""

import hashlib
from dataclasses import replace
from random import Random

import pytest

from tests.notation.records import EXAMPLE, random_record
from volto.notation import Record, read_records
from volto.notation.seals import SALT_BYTES, BadSeals, Seals, fingerprint, seal
from volto.rules import Role

SALT = bytes(range(16))


def sealed(record: Record, rng: Random) -> Record:
    """The record with the seals that its table would have published."""
    roles = next(iter(record.positions())).roles
    salts = tuple(rng.randbytes(SALT_BYTES) for _ in roles)
    seals = tuple(
        seal("table", mask, role, salt)
        for mask, (role, salt) in enumerate(zip(roles, salts, strict=True))
    )
    tags = (*record.tags, *Seals("table", seals, salts).tags())
    return replace(record, tags=tags)


def test_a_seal_is_the_digest_that_the_document_says() -> None:
    """Anyone can compute it without this program."""
    text = f"volto seal 1\ntable\n3\nA\n{SALT.hex()}"
    assert seal("table", 3, Role.ADVISOR, SALT) == hashlib.sha256(text.encode()).hexdigest()


def test_table_mask_role_and_salt_all_count() -> None:
    seals = {
        seal(table, mask, role, salt)
        for table in ("one", "two")
        for mask in (1, 2)
        for role in Role
        for salt in (SALT, SALT[::-1])
    }
    assert len(seals) == 2 * 2 * 5 * 2


def test_a_fingerprint_depends_on_every_seal_and_their_order() -> None:
    seals = ["a" * 64, "b" * 64, "c" * 64]
    assert len(fingerprint(seals)) == 64
    assert fingerprint(seals) != fingerprint(seals[::-1])
    assert fingerprint(seals) != fingerprint([*seals[:2], "d" * 64])


def test_a_fingerprint_is_a_whole_sha_256_and_begins_as_the_short_ones_of_old_did() -> None:
    """256 bits: a house that cheats would need 2^128 tries to find two sets that share it."""
    text = "\n".join(("volto seals 1", "a" * 64, "b" * 64))
    assert fingerprint(["a" * 64, "b" * 64]) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("seed", range(12))
def test_a_record_keeps_its_seals(seed: int) -> None:
    rng = Random(seed)
    record = sealed(random_record(rng), rng)
    [again] = read_records(str(record))
    assert again == record
    seals = Seals.of(again)
    assert seals == Seals.of(record)
    assert list(seals.broken(next(iter(again.positions())).roles)) == []


def test_a_swapped_mask_shows() -> None:
    [record] = read_records(EXAMPLE)
    seals = Seals.of(sealed(record, Random(0)))
    roles = list(next(iter(record.positions())).roles)
    roles[8], roles[9] = roles[9], roles[8]
    assert list(seals.broken(roles)) == [8, 9]


def test_without_all_seals_nothing_can_be_said() -> None:
    [record] = read_records(EXAMPLE)
    with pytest.raises(BadSeals, match="no WhiteSeals tag"):
        Seals.of(record)
    whole = sealed(record, Random(0))
    for name in ("Table", "RedSeals", "WhiteSalts"):
        tags = tuple(tag for tag in whole.tags if tag[0] != name)
        with pytest.raises(BadSeals, match=f"no {name} tag"):
            Seals.of(replace(whole, tags=tags))
    for name, value in (("RedSeals", "ab cd"), ("RedSalts", "zz " * 9 + "zz")):
        tags = tuple((tag, value if tag == name else text) for tag, text in whole.tags)
        with pytest.raises(BadSeals, match=f"{name} does not hold 10"):
            Seals.of(replace(whole, tags=tags))
