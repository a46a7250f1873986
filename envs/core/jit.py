"""The one module that knows Numba: rules stay plain Python, and what is compiled is cached safely.

A rule is an ordinary function. `rule` lets compiled code call it, `compiled` makes machine code of
one function for one explicit signature, and `call_int`/`call_void` call through an address, so that
a driver is written once and takes any game's functions as numbers (or, in a plain run, as
functions).

The cache is ours, not Numba's: Numba stamps only the file that holds the cached function, so an
edited rule or board would be a hit and play the old game. Here the folder is named by a digest of
every source and data file, of the versions, and of the settings that change code; every entry
carries its own checksum, is written beside and renamed, and is rebuilt when it cannot be read.
"""

import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba import njit, types
from numba import prange as prange  # for drivers.py
from numba.core import cgutils, compiler, serialize
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload, register_jitable
from platformdirs import user_cache_dir

PACKAGE = Path(__file__).resolve().parents[2]
KEPT_FOLDERS = 8  # digests of earlier sources that stay on disk
CHECKSUM_BYTES = 32
LEARNERS = ("ppo.yaml", "sb3.yaml")  # settings that no compiled code reads
ANNOUNCE_AFTER = 2.0  # seconds
HELPER_FLAG = "HOODWINK_COMPILE_HELPER"  # set in the environment of a helper process

# Read when OpenMP is loaded, on the first batch with several threads: threads that wait soon sleep.
# By default they spin for long, which takes the core from the one they wait for if it is shared.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")

# Rules allocate nothing, so nothing has to count references: a third of the time of a small game.
LEAN: Any = {"_nrt": False}

F = TypeVar("F", bound=Callable[..., Any])
Address = Any  # int64 in compiled code, a function in plain code


def rule(f: F) -> F:
    """Leave `f` plain Python, and let compiled code call it."""
    register_jitable(**LEAN)(f)
    return f


def inlined(f: F) -> F:
    """Do as `rule` does, and copy `f` into its callers: for loops that pass many arrays around."""
    register_jitable(forceinline=True, **LEAN)(f)
    return f


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


def _bit_instruction(emit: Callable[[Any, Any], Any]) -> Any:
    @intrinsic
    def instruction(typingctx: Any, x: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            return emit(builder, values[0])

        return types.int64(types.uint64), codegen

    return instruction


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


# -- the cache ------------------------------------------------------------------------------------


def _sources() -> Iterator[Path]:
    """Every file whose edit may change compiled code: all rules, drivers, bots and data."""
    if (PACKAGE / "envs").is_dir():
        roots = [PACKAGE / name for name in ("envs", "agents", "configs", "training/solvers")]
        for root in roots:
            files = (p for p in root.rglob("*") if p.suffix in (".py", ".yaml"))
            yield from sorted(p for p in files if p.name not in LEARNERS)


@cache
def digest() -> str:
    """Return the name of the cache folder that fits the present sources, versions and settings."""
    total = hashlib.sha256()
    settings = (
        sys.version,
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        numba.config.BOUNDSCHECK,  # type: ignore[attr-defined]  # set as Numba is imported
        numba.config.OPT,  # type: ignore[attr-defined]  # likewise
    )
    total.update(repr(settings).encode())
    for path in _sources():
        total.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:24]


@cache
def cache_folder() -> Path | None:
    """Return the folder of this digest, made if need be; None if nothing can be written.

    It lies in `HOODWINK_CACHE_DIR`, or else in the user's cache folder; never beside the sources,
    so that a read-only install works.
    """
    root = Path(os.environ.get("HOODWINK_CACHE_DIR") or user_cache_dir("hoodwink"))
    folder = root / digest()
    try:
        fresh = not folder.exists()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        if fresh:
            _forget_old(root)
    except OSError:
        return None
    return folder


def _forget_old(root: Path) -> None:
    folders = [p for p in root.iterdir() if p.is_dir() and len(p.name) == len(digest())]
    folders.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)


class _Cache:
    """What a Numba dispatcher asks of its cache, kept in checked files; any trouble is a miss."""

    def __init__(self, f: Callable[..., Any], options: str) -> None:
        self.name = f"{f.__module__}.{f.__qualname__}"
        self.options = options
        code = f.__code__
        self.stamp = hashlib.sha256(code.co_code + repr(code.co_consts).encode()).hexdigest()

    def _path(self, signature: Any, context: Any) -> Path | None:
        folder = cache_folder()
        if folder is None:
            return None
        machine = context.codegen().magic_tuple()
        key = repr((self.name, self.options, self.stamp, str(signature), machine))
        return folder / f"{self.name[-60:]}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.bin"

    def load_overload(self, signature: Any, context: Any) -> Any:
        context.refresh()
        path = self._path(signature, context)
        if path is None:
            return None
        try:
            stored = path.read_bytes()
            checksum, payload = stored[:CHECKSUM_BYTES], stored[CHECKSUM_BYTES:]
            if hashlib.sha256(payload).digest() != checksum:
                return None
            return compiler.CompileResult._rebuild(context, *pickle.loads(payload))
        except Exception:
            return None  # missing, cut short, or of another make: compile it anew

    def save_overload(self, signature: Any, result: Any) -> None:
        path = self._path(signature, result.target_context)
        if path is None:
            return
        payload = serialize.dumps(result._reduce())
        try:
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
            with os.fdopen(handle, "wb") as out:
                out.write(hashlib.sha256(payload).digest() + payload)
            os.replace(temporary, path)
        except OSError:
            return  # a full disk costs a compile, not the run

    def flush(self) -> None:
        """Drop nothing: the files belong to every process."""


def _is_ours(f: Callable[..., Any]) -> bool:
    return Path(f.__code__.co_filename).resolve().is_relative_to(PACKAGE)


def compiled(f: Callable[..., Any], signature: Any, *, parallel: bool = False) -> Any:
    """Compile `f` for one explicit signature, from the cache where that is possible.

    Functions from outside the package are compiled in every process: the digest does not see what
    they call.
    """
    options: dict[str, Any] = {"parallel": True} if parallel else LEAN
    dispatcher: Any = njit(nogil=True, **options)(f)
    if _is_ours(f):
        dispatcher._cache = _Cache(f, f"parallel={parallel}")
    dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher


def is_cached(f: Callable[..., Any], signature: Any) -> bool:
    """Return whether `compiled(f, signature)` would find its code on disk."""
    context = cpu_target.target_context
    path = _Cache(f, "parallel=False")._path(signature, context) if _is_ours(f) else None
    return path is not None and path.exists()


_helpers: "dict[str, subprocess.Popen[bytes]]" = {}


def start_helper(what: str, statement: str) -> None:
    """Start a fresh interpreter that compiles `what` into the cache while this one goes on.

    Does nothing where that cannot help: one core, no cache folder, no interpreter to start, or a
    helper itself. Nothing depends on the helper: what it did not leave in the cache is compiled
    here.
    """
    alone = (os.cpu_count() or 1) < 2 or cache_folder() is None or not sys.executable
    if alone or os.environ.get(HELPER_FLAG) or what in _helpers:
        return
    environment = {**os.environ, HELPER_FLAG: "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command, nowhere = [sys.executable, "-c", statement], subprocess.DEVNULL
    with suppress(OSError):
        _helpers[what] = subprocess.Popen(
            command, env=environment, stdin=nowhere, stdout=nowhere, stderr=nowhere
        )


def join_helper(what: str) -> None:
    """Wait for the helper that compiles `what`, if one was started."""
    helper = _helpers.pop(what, None)
    if helper is not None:
        helper.wait()


def address(dispatcher: Any) -> int:
    """Return where the machine code of a function compiled for one signature lies."""
    result = dispatcher.overloads[dispatcher.signatures[0]]
    where: int = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    return where


@contextmanager
def announced(what: str) -> Iterator[None]:
    """Say in one line on stderr what is being compiled, if it takes over two seconds."""

    def say() -> None:
        kept = "kept for next time" if cache_folder() else "no folder can be written: not kept"
        print(
            f"hoodwink: compiling {what} (first use, up to half a minute; {kept})", file=sys.stderr
        )

    timer = threading.Timer(ANNOUNCE_AFTER, say)
    timer.daemon = True
    timer.start()
    began = time.perf_counter()
    try:
        yield
    finally:
        timer.cancel()
        if time.perf_counter() - began > ANNOUNCE_AFTER:
            seconds = time.perf_counter() - began
            print(f"hoodwink: compiled {what} in {seconds:.1f} s", file=sys.stderr)


# -- types ----------------------------------------------------------------------------------------

INT = types.int64
BYTE = types.int8
VOID = types.void


def array(element: Any, dimensions: int = 1) -> Any:
    """Return the type of a C-contiguous array of `element`."""
    return types.Array(element, dimensions, "C")


BYTES = array(types.int8)  # one mask, or one observation
BYTES_2D = array(types.int8, 2)
SHORTS = array(types.int16)
FLOATS = array(types.float64)
FLOATS_32 = array(types.float32)
FLOATS_2D = array(types.float64, 2)
INTS = array(types.int64)
INTS_32 = array(types.int32)
INTS_32_2D = array(types.int32, 2)
GENERATOR = array(types.uint64)
GENERATORS = array(types.uint64, 2)


def record_type(dtype: np.dtype[Any]) -> Any:
    """Return the Numba type of one record of `dtype`."""
    return numba.from_dtype(dtype)
