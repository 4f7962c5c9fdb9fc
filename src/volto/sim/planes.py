"""Sets of cells written out as planes of bytes, one byte a cell.

A plane is seen from a family's palace: that is its row 0, and for Red the mat is turned round.
"""

from typing import Any

from llvmlite import ir
from numba.core import types

from volto.sim.jit import Array, Bits, Number, inlined, intrinsic
from volto.sim.kernel import ONE, U


@intrinsic
def _reversed(_typing: Any, bits: Any) -> Any:
    """The bits in the opposite order."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitreverse(arguments[0])

    return types.uint64(types.uint64), build


@intrinsic
def _put_eight(_typing: Any, array: Any, index: Any, value: Any) -> Any:
    """Store eight bytes at once, at any index of a contiguous array of bytes."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(view.data, [arguments[1]], inbounds=True)
        wide = builder.bitcast(address, ir.IntType(64).as_pointer())
        builder.store(arguments[2], wide, align=1)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.uint64), build


@inlined
def seen(bits: Bits, family: Number, columns: Number, rows: Number) -> Bits:
    """A set of cells as seen from a family's palace."""
    return bits if family == 0 else _reversed(bits) >> U(63 - (6 * (rows - 1) + columns - 1))


@inlined
def put_plane(out: Array, plane: Number, bits: Bits, columns: Number, rows: Number) -> None:
    """Spread a set of cells over a plane's bytes; on a mat of five columns the next three bytes
    are overwritten."""
    at = plane * columns * rows
    for row in range(rows):
        here = bits >> U(6 * row)
        if columns == 5 and rows > 2:
            five = here & U(0b11111)
            _put_eight(out, at + row * columns, (five * U(0x10204081)) & U(0x0101010101))
        else:
            for column in range(columns):
                out[at + row * columns + column] = (here >> U(column)) & ONE
