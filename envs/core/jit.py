"""Rules stay plain Python, and what is compiled of them is cached safely.

A rule is an ordinary function. `rule` lets compiled code call it, and `compiled` makes machine code
of one function for one explicit signature. Only this module and `instructions` know Numba.

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
from inspect import unwrap
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakSet

import llvmlite
import numba
import numpy as np
from numba import njit, types
from numba.core import compiler, serialize
from numba.core.registry import cpu_target
from numba.extending import register_jitable
from platformdirs import user_cache_dir

PACKAGE = Path(__file__).resolve().parents[2]
COMPILED = ("envs", "agents", "training/solvers")  # folders of what is compiled and kept
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

_rules: "WeakSet[Callable[..., Any]]" = WeakSet()  # what compiled code may call by name

F = TypeVar("F", bound=Callable[..., Any])


def rule(f: F) -> F:
    """Leave `f` plain Python, and let compiled code call it; once more does nothing."""
    if f not in _rules:
        _rules.add(f)
        register_jitable(**LEAN)(f)
    return f


def inlined(f: F) -> F:
    """Do as `rule` does, and copy `f` into its callers.

    For loops that pass many arrays around, and for small games, where the calls cost more than the
    rules.
    """
    _rules.add(f)
    register_jitable(forceinline=True, **LEAN)(f)
    return f


# -- the cache ------------------------------------------------------------------------------------


def _sources() -> Iterator[Path]:
    """Every file whose edit may change compiled code: all rules, drivers, bots and data."""
    for root in (*COMPILED, "configs"):
        files = (p for p in (PACKAGE / root).rglob("*") if p.suffix in (".py", ".yaml"))
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
        numba.config.OPT,  # type: ignore[attr-defined]  # set as Numba is imported
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
        code = unwrap(f).__code__
        bound = [
            getattr(cell.cell_contents, "__qualname__", cell.cell_contents)
            for cell in f.__closure__ or ()
        ]
        self.stamp = hashlib.sha256(
            code.co_code + repr((code.co_consts, bound)).encode()
        ).hexdigest()

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
    path = Path(unwrap(f).__code__.co_filename).resolve()
    return any(path.is_relative_to(PACKAGE / root) for root in COMPILED)


def compiled(f: Callable[..., Any], signature: Any, *, parallel: bool = False) -> Any:
    """Compile `f` for one explicit signature, from the cache where that is possible.

    Functions from other folders than COMPILED are compiled in every process: the digest does not
    see what they call.
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
WORD = types.uint64
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
INTS_2D = array(types.int64, 2)
INTS_32 = array(types.int32)
INTS_32_2D = array(types.int32, 2)
GENERATOR = array(types.uint64)
GENERATORS = array(types.uint64, 2)


def record_type(dtype: np.dtype[Any]) -> Any:
    """Return the Numba type of one record of `dtype`."""
    return numba.from_dtype(dtype)
