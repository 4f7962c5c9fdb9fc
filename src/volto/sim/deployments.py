"""Every deployment as bits, in the order of `Deployment.every`."""

import numpy as np
from numpy.typing import NDArray

from volto.sim.jit import Bits, Number, compiled, inlined
from volto.sim.kernel import S6, U


@inlined
def placed(deployment: Bits, index: Number, palace: Bits, front: Bits) -> Bits:
    """One of a deployment's four sets, when its rows begin at the bits `palace` and `front`."""
    here = (deployment >> U(16 * index)) & U(0xFFFF)
    return ((here & U(63)) << palace) | ((here >> S6) << front)


@compiled("uint64[::1](int64[::1], int64[::1])")
def every_deployment(kinds: NDArray[np.int64], homes: NDArray[np.int64]) -> NDArray[np.uint64]:
    """All orders of the roles `kinds` over the bits `homes`, in the order of Deployment.every."""
    size = len(kinds)
    total = 1
    placed = 0
    for kind in range(5):
        alike = 0
        for i in range(size):
            if kinds[i] == kind:
                placed += 1
                alike += 1
                total = total * placed // alike
    roles = np.sort(kinds)
    table = np.empty(total, np.uint64)
    for row in range(total):
        sets = U(0)
        for i in range(size):
            cell = U(1) << U(homes[i])
            kind = roles[i]
            if kind == 0 or kind == 2 or kind == 4:
                sets |= cell
            if kind == 1 or kind == 2 or kind == 4:
                sets |= cell << U(16)
            if kind == 4:
                sets |= cell << U(32)
            if kind == 3:
                sets |= cell << U(48)
        table[row] = sets
        # the next order: raise the last role that can rise, and sort what follows it
        i = size - 2
        while i >= 0 and roles[i] >= roles[i + 1]:
            i -= 1
        if i < 0:
            break
        j = size - 1
        while roles[j] <= roles[i]:
            j -= 1
        roles[i], roles[j] = roles[j], roles[i]
        low, high = i + 1, size - 1
        while low < high:
            roles[low], roles[high] = roles[high], roles[low]
            low += 1
            high -= 1
    return table
