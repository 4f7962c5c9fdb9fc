"""The sums that a network is made of, in compiled code."""

import numpy as np

from volto.sim.jit import Array, Number, loosely_inlined


@loosely_inlined
def add_up(inputs: Array, weights: Array, sums: Array, listed: Array) -> None:
    """Add the weights of the inputs that are not zero, four at a time: that is fewer stores."""
    number = 0
    for j in range(len(inputs)):
        listed[number] = j
        number += inputs[j] != 0.0
    fours = number - number % 4
    for i in range(0, fours, 4):
        a, b, c, d = listed[i], listed[i + 1], listed[i + 2], listed[i + 3]
        by_a, by_b, by_c, by_d = inputs[a], inputs[b], inputs[c], inputs[d]
        for k in range(len(sums)):
            sums[k] += (by_a * weights[a, k] + by_b * weights[b, k]) + (
                by_c * weights[c, k] + by_d * weights[d, k]
            )
    for i in range(fours, number):
        a = listed[i]
        by_a = inputs[a]
        for k in range(len(sums)):
            sums[k] += by_a * weights[a, k]


@loosely_inlined
def product(row: Array, hidden: Array) -> Number:
    """The sum of products."""
    total = np.float32(0.0)
    for k in range(len(hidden)):
        total += hidden[k] * row[k]
    return total
