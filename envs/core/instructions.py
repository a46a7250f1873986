"""What compiled code does in an instruction or two, and plain Python in a few lines.

`call_int` and `call_void` call through an address, so that a driver is written once and takes any
game's functions as numbers (or, in a plain run, as functions). The rest counts, finds and spreads
bits, and wipes memory.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import prange as prange  # for drivers
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from hoodwink.envs.core.jit import LEAN

Address = Any  # int64 in compiled code, a function in plain code
WORD_BITS = 64


# -- calls through addresses ----------------------------------------------------------------------


def call_int(f: Address, *args: Any) -> int:
    """Call `f` (an address, or a function in a plain run) and return its integer."""
    result: int = f(*args)
    return result


def call_void(f: Address, *args: Any) -> None:
    """Call `f` (an address, or a function in a plain run) for its effect."""
    f(*args)


def _invoker(returns: types.Type) -> Any:
    @intrinsic
    def invoke(typingctx: Any, address: Any, args: Any) -> Any:
        signature = returns(address, args)

        def codegen(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            kinds = tuple(sig.args[1].types)
            kind = context.call_conv.get_function_type(returns, kinds)
            function = builder.inttoptr(values[0], kind.as_pointer())
            items = cgutils.unpack_tuple(builder, values[1])
            _, result = context.call_conv.call_function(builder, function, returns, kinds, items)
            return context.get_dummy_value() if returns is types.void else result

        return signature, codegen

    return invoke


_invoke_int = _invoker(types.int64)
_invoke_void = _invoker(types.void)


@overload(call_int, jit_options=LEAN)
def _overload_int(f: Any, *args: Any) -> Any:
    def call(f: Any, *args: Any) -> Any:
        return _invoke_int(f, args)

    return call


@overload(call_void, jit_options=LEAN)
def _overload_void(f: Any, *args: Any) -> Any:
    def call(f: Any, *args: Any) -> Any:
        _invoke_void(f, args)

    return call


# -- bits -----------------------------------------------------------------------------------------


def count_bits(x: Any) -> int:
    """Return how many bits of the uint64 `x` are set."""
    return int(x).bit_count()


def lowest_bit(x: Any) -> int:
    """Return the place of the lowest set bit of the uint64 `x`, which is not 0."""
    return (int(x) & -int(x)).bit_length() - 1


def nth_bit(x: Any, n: Any) -> int:
    """Return the place of the set bit of the uint64 `x` that has `n` set bits below it."""
    for _ in range(n):
        x &= x - np.uint64(1)
    return lowest_bit(x)


@cache
def has_deposit() -> bool:
    """Return whether this processor deposits bits (BMI2) in compiled code."""
    return bool(llvmlite.binding.get_host_cpu_features().get("bmi2", False))


def _bit_instruction(emit: Callable[[Any, Any], Any]) -> Any:
    @intrinsic
    def instruction(typingctx: Any, x: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            return emit(builder, values[0])

        return types.int64(types.uint64), codegen

    return instruction


def _type_deposited(typingctx: Any, n: Any, x: Any) -> Any:
    """Keep the set bit of `x` with `n` set bits below it: one instruction, on x86 with BMI2."""

    def codegen(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        word = context.get_value_type(types.uint64)
        kind = ir.FunctionType(word, [word, word])
        deposit = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        one = context.get_constant(types.uint64, 1)
        return builder.call(deposit, [builder.shl(one, values[0]), values[1]])

    return types.uint64(types.int64, types.uint64), codegen


_deposited: Any = intrinsic(_type_deposited)
_count_bits = _bit_instruction(lambda builder, x: builder.ctpop(x))
_lowest_bit = _bit_instruction(lambda builder, x: builder.cttz(x, cgutils.true_bit))


@overload(count_bits, jit_options=LEAN)
def _overload_count(x: Any) -> Any:
    def count(x: Any) -> Any:
        return _count_bits(x)

    return count


@overload(lowest_bit, jit_options=LEAN)
def _overload_lowest(x: Any) -> Any:
    def find(x: Any) -> Any:
        return _lowest_bit(x)

    return find


@overload(nth_bit, jit_options=LEAN)
def _overload_nth(x: Any, n: Any) -> Any:
    def deposit(x: Any, n: Any) -> Any:
        return _lowest_bit(_deposited(n, x))

    return deposit if has_deposit() else nth_bit


def spread(bits: Any, out: Any, first: Any, n: Any) -> None:
    """Set out[first + i] (int8) to bit i of `bits` for i in 0..n-1, n at most 64.

    In compiled code `n` is one constant, not a sum or a product, and all is written at once.
    """
    for i in range(n):
        out[first + i] = (int(bits) >> i) & 1


def _type_spread(typingctx: Any, bits: Any, out: Any, first: Any, n: Any) -> Any:
    if not isinstance(n, types.IntegerLiteral):
        return None
    size: int = n.literal_value

    def codegen(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        flags, kind = (ir.VectorType(ir.IntType(width), size) for width in (1, 8))
        array = context.make_array(sig.args[1])(context, builder, values[1])
        word = builder.trunc(values[0], ir.IntType(size)) if size < WORD_BITS else values[0]
        row = builder.zext(builder.bitcast(word, flags), kind)
        place = builder.bitcast(builder.gep(array.data, [values[2]]), kind.as_pointer())
        builder.store(row, place, align=1)
        return context.get_dummy_value()

    return types.void(types.int64, out, types.int64, n), codegen


_spread: Any = intrinsic(prefer_literal=True)(_type_spread)


@overload(spread, jit_options=LEAN, prefer_literal=True)
def _overload_spread(bits: Any, out: Any, first: Any, n: Any) -> Any:
    def write(bits: Any, out: Any, first: Any, n: Any) -> None:
        _spread(bits, out, first, n)

    return write


# -- memory ---------------------------------------------------------------------------------------


def _type_wipe(typingctx: Any, rows: Any, first: Any, last: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        array = context.make_array(sig.args[0])(context, builder, values[0])
        row = cgutils.unpack_tuple(builder, array.strides)[0]
        start = cgutils.pointer_add(builder, array.data, builder.mul(values[1], row))
        size = builder.mul(builder.sub(values[2], values[1]), row)
        cgutils.memset(builder, start, size, 0)
        return context.get_dummy_value()

    return types.void(rows, types.int64, types.int64), codegen


_wipe: Any = intrinsic(_type_wipe)


def wipe(rows: Any, first: int, last: int) -> None:
    """Set rows first..last-1 of a C-contiguous array to zero: one stretch of memory."""
    rows[first:last] = 0


@overload(wipe, jit_options=LEAN)
def _overload_wipe(rows: Any, first: Any, last: Any) -> Any:
    def fill(rows: Any, first: Any, last: Any) -> None:
        _wipe(rows, first, last)

    return fill
