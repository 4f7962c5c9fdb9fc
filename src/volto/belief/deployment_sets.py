"""Sets of deployments as bits, one bit a deployment, and what can be counted in them."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from volto.rules import STANDARD, Family, Ruleset
from volto.sim.jit import Array, Number, compiled
from volto.sim.kernel import NONE, ONE, U, popcount
from volto.sim.layout import bit, terms

ROLES = 5


@cache
def role_table(ruleset: Ruleset = STANDARD) -> NDArray[np.uint8]:
    """The role (0 to 4: N A C S L) of every mask in every deployment: one row a deployment."""
    homes = np.array([bit(cell) for cell in ruleset.home_cells(Family.WHITE)], np.int64)
    table: NDArray[np.uint8] = _roles_of(terms(ruleset).deployments, homes)
    return table


@cache
def role_bits(ruleset: Ruleset = STANDARD) -> NDArray[np.uint64]:
    """For each mask and role, the set of deployments in which the mask has that role."""
    bits: NDArray[np.uint64] = _bits_of(role_table(ruleset))
    return bits


def everything(ruleset: Ruleset = STANDARD) -> NDArray[np.uint64]:
    """The set of all deployments."""
    full: NDArray[np.uint64] = np.bitwise_or.reduce(role_bits(ruleset)[0])
    return full


@compiled("uint8[:, ::1](uint64[::1], int64[::1])")
def _roles_of(deployments: Array, homes: Array) -> Array:
    table = np.empty((len(deployments), len(homes)), np.uint8)
    for row in range(len(deployments)):
        sets = deployments[row]
        for mask in range(len(homes)):
            at = sets >> U(homes[mask])
            straight, diagonal = at & ONE, (at >> U(16)) & ONE
            lady, soldier = (at >> U(32)) & ONE, (at >> U(48)) & ONE
            if lady:
                table[row, mask] = 4
            elif soldier:
                table[row, mask] = 3
            elif straight and diagonal:
                table[row, mask] = 2
            else:
                table[row, mask] = 0 if straight else 1
    return table


@compiled("uint64[:, :, ::1](uint8[:, ::1])")
def _bits_of(table: Array) -> Array:
    words = (len(table) + 63) // 64
    bits = np.zeros((table.shape[1], ROLES, words), np.uint64)
    for row in range(len(table)):
        for mask in range(table.shape[1]):
            bits[mask, table[row, mask], row // 64] |= ONE << U(row % 64)
    return bits


@compiled("void(uint64[::1], uint64[:, :, ::1], int64, uint8)")
def narrow(alive: Array, bits: Array, mask: Number, roles: Number) -> None:
    """Keep the deployments in which `mask` has one of `roles` (bits, the lowest for N)."""
    for word in range(len(alive)):
        kept = NONE
        for role in range(ROLES):
            if (roles >> role) & 1:
                kept |= bits[mask, role, word]
        alive[word] &= kept


@compiled("int64(uint64[::1])")
def count(alive: Array) -> Number:
    """How many deployments there are in a set."""
    total = NONE
    for word in range(len(alive)):
        total += popcount(alive[word])
    return np.int64(total)


@compiled("int64[:, ::1](uint64[::1], uint64[:, :, ::1])")
def tally(alive: Array, bits: Array) -> Array:
    """For each mask and role, in how many of the deployments the mask has the role."""
    found = np.zeros((bits.shape[0], ROLES), np.int64)
    for mask in range(bits.shape[0]):
        for role in range(ROLES):
            total = NONE
            for word in range(len(alive)):
                total += popcount(alive[word] & bits[mask, role, word])
            found[mask, role] = np.int64(total)
    return found


@compiled("float64[:, ::1](float64[::1], uint8[:, ::1])")
def weigh(weights: Array, table: Array) -> Array:
    """For each mask and role, the weight of the deployments in which the mask has the role."""
    found = np.zeros((table.shape[1], ROLES), np.float64)
    for row in range(len(table)):
        weight = weights[row]
        if weight > 0.0:
            for mask in range(table.shape[1]):
                found[mask, table[row, mask]] += weight
    return found


@compiled("int32[::1](uint64[::1], int64)")
def members(alive: Array, size: Number) -> Array:
    """The numbers of the deployments in a set of `size`, in order."""
    found = np.empty(size, np.int32)
    at = 0
    for word in range(len(alive)):
        left = alive[word]
        while left != NONE:
            found[at] = word * 64 + np.int64(popcount((left & (NONE - left)) - ONE))
            at += 1
            left &= left - ONE
    return found
