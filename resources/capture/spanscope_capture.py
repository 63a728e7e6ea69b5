#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes down what the span-overflow planner of torch-spyre sees, for SpanScope.

    import spanscope_capture
    spanscope_capture.install("graphs.jsonl")      # before the first compile

or, without touching the program:

    python -m spanscope_capture [-o graphs.jsonl] script.py ...
    SPANSCOPE_CAPTURE=graphs.jsonl python script.py   # where script.py imports this module

Every compile appends one line, a `spyre-span-graph` document. Nothing here can break a compile: what
cannot be read is left out, named under "capture_problems", and warned about once.

`planned()` gives the compiler's own plans as `spyre-span-plan` documents; `apply_groups()` puts hint
groups that SpanScope exported onto the operations of a live graph.
"""

import functools
import importlib
import json
import os
import runpy
import sys
import threading
import types
import warnings

FORMAT = "spyre-span-graph"
PLAN_FORMAT = "spyre-span-plan"
GROUPS_FORMAT = "spyre-hint-groups"
VERSION = 1
DEFAULT_PATH = "graphs.jsonl"

PASSES_MODULE = "torch_spyre._inductor.passes"
PASSES_NAME = "CustomPreSchedulingPasses"
TILE_MODULE = "torch_spyre._inductor.coarse_tile"
TILE_NAME = "plan_span_overflow_tile"
CACHE_VARIABLE = "TORCHINDUCTOR_FORCE_DISABLE_CACHES"

_lock = threading.RLock()
_path = None
_undo = []
_graphs = 0
_plans = []  # one dict per graph: {"graph": name, "operations": {name: entry}}


# -- telling and guarding ----------------------------------------------------------------------


def _warn(text):
    """A warning that stays one, also under -W error."""
    try:
        warnings.warn("spanscope_capture: " + text, RuntimeWarning, stacklevel=3)
    except Exception:  # the filter turns warnings into errors
        try:
            print("spanscope_capture: " + text, file=sys.stderr)
        except Exception:
            pass


class _Problems:
    """Collects what could not be read, each place once."""

    def __init__(self):
        self.texts = []
        self.count = 0
        self.latest = ""

    def add(self, place, error):
        text = "%s: %s: %s" % (place, type(error).__name__, _one_line(error))
        self.count += 1
        self.latest = text
        if text not in self.texts and len(self.texts) < 100:
            self.texts.append(text)

    def guard(self, place, read, default=None):
        try:
            return read()
        except Exception as error:
            self.add(place, error)
            return default


def _one_line(value, limit=300):
    try:
        return " ".join(str(value).split())[:limit]
    except Exception:
        return "(unprintable)"


# -- values ------------------------------------------------------------------------------------


def _number(value):
    """An int where the value is one, else the text of the symbolic expression."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return value
    node = getattr(value, "node", None)
    expression = getattr(node, "expr", None) if node is not None else None
    if expression is not None:  # torch.SymInt
        return _number(expression)
    if getattr(value, "is_Integer", False) or getattr(value, "is_integer", None) and not getattr(
        value, "free_symbols", True
    ):
        return int(value)
    return str(value)


def _numbers(values):
    return [_number(value) for value in values]


def _dtype(value):
    text = str(value)
    return text[len("torch."):] if text.startswith("torch.") else text


def _enum_name(value):
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else str(value).rsplit(".", 1)[-1]


def _data_type(data):
    """The class as the planner tells them apart: subclasses count as what they derive from."""
    for cls in type(data).__mro__:
        if cls.__name__ in ("Scatter", "Reduction", "Pointwise"):
            return cls.__name__
        if cls.__name__ == "SpyreReduction":
            return "Reduction"
    return type(data).__name__


def _device_layout(layout, problems, place):
    device = problems.guard(place + ".device_layout", lambda: layout.device_layout)
    if device is None:
        return None
    size = problems.guard(place + ".device_size", lambda: _numbers(device.device_size))
    if not size:
        return None
    out = {"device_size": size}
    strides = problems.guard(place + ".stride_map", lambda: _numbers(device.stride_map))
    if strides is not None:
        out["stride_map"] = strides
    elems = problems.guard(place + ".elems_per_stick", lambda: _number(device.elems_per_stick()))
    out["elems_per_stick"] = elems if elems is not None else size[-1]
    for key in ("device_dtype", "element_arrangement"):
        value = problems.guard(place + "." + key, lambda key=key: _enum_name(getattr(device, key)))
        if value is not None:
            out[key] = value
    return out


def _layout(layout, problems, place):
    """A LAYOUT of the graph format; None where the buffer has none worth telling."""
    if layout is None:
        return None
    kind = type(layout).__name__
    real = layout
    if "Mutation" in kind:
        real = problems.guard(place + ".real_layout", lambda: layout.real_layout(), layout)
    size = problems.guard(place + ".size", lambda: _numbers(real.size))
    stride = problems.guard(place + ".stride", lambda: _numbers(real.stride))
    dtype = problems.guard(place + ".dtype", lambda: _dtype(real.dtype))
    if size is None or stride is None or dtype is None:
        return None
    out = {"type": kind, "dtype": dtype, "size": size, "stride": stride}
    if kind == "FixedTiledLayout":
        device = _device_layout(real, problems, place)
        if device is None or "stride_map" not in device:
            out["type"] = "FixedTiledLayout (partial capture)"  # not to be planned with half a layout
        else:
            out["device_layout"] = device
    return out


def _dep(dep, problems, place):
    name = problems.guard(place + ".name", lambda: str(dep.name))
    if name is None:
        return None
    place = place + "(" + name + ")"
    out = {"buffer": name}
    if type(dep).__name__ in ("StarDep", "WeakDep"):
        return out
    index = problems.guard(place + ".index", lambda: str(dep.index))
    ranges = problems.guard(
        place + ".ranges", lambda: [[str(symbol), _number(size)] for symbol, size in dep.ranges.items()]
    )
    if index is None or ranges is None:
        return out  # as an access without an address
    out["index"] = index
    out["ranges"] = ranges
    out["indirect"] = problems.guard(place + ".is_indirect", lambda: bool(dep.is_indirect()), True)
    return out


def _deps(op, which, problems, place):
    found = problems.guard(place + "." + which, lambda: list(getattr(op.get_read_writes(), which)), [])
    deps = (_dep(dep, problems, place + "." + which) for dep in found)
    return [dep for dep in deps if dep is not None]


def _hint(hint):
    return {
        "dim_names": [str(name) for name in hint.dim_names],
        "split_count": int(hint.split_count),
        "loop_var": str(hint.loop_var),
        "is_reduction": bool(hint.is_reduction),
        "hint_id": int(hint.hint_id),
    }


def _source_of(trace):
    """`model.py:42` and the code there, of the innermost frame of a stack trace."""
    source, code = None, None
    lines = str(trace).splitlines()
    for i, line in enumerate(lines):
        text = line.strip()
        if text.startswith('File "') and '", line ' in text:
            path, rest = text[len('File "'):].split('", line ', 1)
            source = path + ":" + rest.split(",", 1)[0].strip()
            code = lines[i + 1].strip() if i + 1 < len(lines) else None
    return source, code


def _origin(op, problems, place):
    nodes, targets, source, code = [], [], None, None
    for node in problems.guard(place + ".origins", lambda: list(op.origins), []):
        name = problems.guard(place + ".origins.name", lambda node=node: str(node.name))
        target = problems.guard(place + ".origins.target", lambda node=node: str(node.target))
        trace = problems.guard(place + ".origins.meta", lambda node=node: node.meta.get("stack_trace"))
        if name is not None and name not in nodes:
            nodes.append(name)
        if target is not None and target not in targets:
            targets.append(target)
        if trace:
            source, code = _source_of(trace)
    out = {"fx_nodes": nodes, "targets": targets}
    if source:
        out["source"] = source
    if code:
        out["code"] = code
    return out


def _operation(op, number, problems):
    """One entry of "operations", whatever cannot be read left out, and what that was (None when all is there)."""
    before = problems.count
    place = "operation %d" % number
    name = problems.guard(place + ".get_name", lambda: str(op.get_name()))
    if name is None:
        name = problems.guard(place + ".get_operation_name", lambda: str(op.get_operation_name()), "unnamed%d" % number)
    place = name
    out = {"name": name, "kind": problems.guard(place + ".kind", lambda: type(op).__name__, "unknown")}
    data = problems.guard(place + ".data", lambda: getattr(op, "data", None))
    if data is not None:
        ranges = problems.guard(place + ".data.ranges", lambda: _numbers(getattr(data, "ranges", None) or []))
        if ranges is not None:
            reduction = problems.guard(
                place + ".data.reduction_ranges", lambda: _numbers(getattr(data, "reduction_ranges", None) or []), []
            )
            kind = problems.guard(place + ".data.reduction_type", lambda: getattr(data, "reduction_type", None))
            out["data"] = {
                "type": problems.guard(place + ".data.type", lambda: _data_type(data), "unknown"),
                "ranges": ranges,
                "reduction_ranges": reduction,
                "reduction_type": None if kind is None else str(kind),
            }
    layout = problems.guard(place + ".layout", lambda: getattr(op, "layout", None))
    out["layout"] = problems.guard(place + ".layout", lambda: _layout(layout, problems, place + ".layout"))
    out["reads"] = _deps(op, "reads", problems, place)
    out["writes"] = _deps(op, "writes", problems, place)
    hints = problems.guard(place + ".dim_hints", lambda: list(getattr(op, "dim_hints", None) or []), [])
    read = (problems.guard(place + ".dim_hints", lambda hint=hint: _hint(hint)) for hint in hints)
    out["dim_hints"] = [hint for hint in read if hint is not None]
    # Of an op with a part missing nothing may be decided; where it comes from is no such part.
    missing = problems.latest if problems.count > before else None
    out["origin"] = _origin(op, problems, place)
    return out, missing


# -- graphs ------------------------------------------------------------------------------------


def _virtual_graph():
    return importlib.import_module("torch._inductor.virtualized").V.graph


def _buffer_layout(graph, name):
    """The layout of a graph input or constant."""
    inputs = getattr(graph, "graph_inputs", None) or {}
    if name in inputs:
        box = inputs[name]
        for step in ("data", "data"):
            if hasattr(box, "layout"):
                break
            box = getattr(box, step)
        return box.layout
    get = getattr(graph, "get_buffer", None) or _virtual_graph().get_buffer
    buffer = get(name)
    return None if buffer is None else buffer.get_layout()


def _buffers(graph, operations, problems):
    names = problems.guard("graph_input_names", lambda: [str(name) for name in graph.graph_input_names], [])
    known = set(names) | {op["name"] for op in operations}
    kinds = [(name, "input") for name in dict.fromkeys(names)]
    for op in operations:
        known.update(dep["buffer"] for dep in op["writes"])
    for op in operations:
        for dep in op["reads"]:
            if dep["buffer"] not in known:
                known.add(dep["buffer"])
                kinds.append((dep["buffer"], "constant"))
    taken = {op["name"] for op in operations}
    out = []
    for name, kind in kinds:
        if name in taken:
            continue
        place = "buffer " + name
        layout = problems.guard(
            place, lambda name=name, place=place: _layout(_buffer_layout(graph, name), problems, place)
        )
        out.append({"name": name, "kind": kind, "layout": layout})
    return out


_CONFIG = (
    # key, kind, modules and attributes that carry it in one version or another
    ("sencores", int, (("torch_spyre._inductor.config", "sencores"),)),
    ("max_span_bytes", int, (
        ("torch_spyre._inductor.coarse_tile", "MAX_SPAN_BYTES"),
        ("torch_spyre._inductor.constants", "MAX_SPAN_BYTES"),
        ("torch_spyre._inductor.work_division", "MAX_SPAN_BYTES"),
    )),
    ("ignore_span_overflow_hints", bool, (("torch_spyre._inductor.config", "ignore_span_overflow_hints"),)),
    ("ignore_wsr_hints", bool, (("torch_spyre._inductor.config", "ignore_wsr_hints"),)),
)


def _config(problems):
    """What the loaded modules say; what they do not say is left out."""
    out = {}
    for key, kind, places in _CONFIG:
        for module, attribute in places:
            value = problems.guard("config " + key, lambda: getattr(sys.modules.get(module), attribute, None))
            if value is not None:
                read = problems.guard("config " + key, lambda: kind(value))
                if read is not None:
                    out[key] = read
                break
    return out


def _producer():
    try:
        from importlib import metadata

        return "torch-spyre " + metadata.version("torch-spyre")
    except Exception:
        return "torch-spyre"


def _readers_without_layout(document, operations, problem):
    """One entry of "inferred" per op that reads a buffer of which no layout was got."""
    known = {entry["name"] for entry in document["buffers"] if entry.get("layout")}
    known |= {entry["name"] for entry in operations}
    return [
        {"op": entry["name"], "what": "incomplete", "how": "the capture could not read " + problem}
        for entry in operations if any(read["buffer"] not in known for read in entry["reads"])
    ]


def describe(graph, operations=None, name=None):
    """The `spyre-span-graph` document of a live graph, as a dict. Never raises."""
    problems = _Problems()
    if operations is None:
        operations = problems.guard("operations", lambda: list(graph.operations), [])
    lost = problems.latest  # why operations are missing
    described, inferred = [], []
    names = set()
    for number, op in enumerate(operations):
        entry, missing = problems.guard(
            "operation %d" % number, lambda op=op, number=number: _operation(op, number, problems), (None, None))
        if entry is not None and entry["name"] in names:
            problems.add("operation " + entry["name"], ValueError("the name occurs twice, the first is kept"))
            entry = None
        if entry is None:
            lost = problems.latest
            continue
        names.add(entry["name"])
        described.append(entry)
        if missing is not None:
            inferred.append({"op": entry["name"], "what": "incomplete", "how": "the capture could not read " + missing})
    if lost:
        inferred.append({"what": "operations", "how": "the capture could not read " + lost})
    out = {"format": FORMAT, "version": VERSION, "name": name or "graph", "producer": _producer()}
    out["config"] = problems.guard("config", lambda: _config(problems), {})
    before = problems.count
    out["buffers"] = problems.guard("buffers", lambda: _buffers(graph, described, problems), [])
    if problems.count > before:
        inferred += _readers_without_layout(out, described, problems.latest)
    out["operations"] = described
    if inferred:
        out["inferred"] = inferred
    outputs = problems.guard("outputs", lambda: [str(o) for o in graph.get_output_names()]
                             if hasattr(graph, "get_output_names") else [], [])
    out["outputs"] = outputs
    if problems.texts:
        out["capture_problems"] = problems.texts
        _warn("parts of %s could not be read: %s" % (out["name"], "; ".join(problems.texts[:5])))
    return out


# -- writing -----------------------------------------------------------------------------------


def _append(path, document):
    """One line, written at once: several compile processes may share the file."""
    line = json.dumps(document, separators=(",", ":"), allow_nan=False) + "\n"
    data = line.encode("utf-8", "replace")
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        try:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        except Exception:
            pass  # not everywhere; a single write is whole on local files anyway
        while data:
            data = data[os.write(handle, data):]
    finally:
        os.close(handle)


def _record(graph, operations=None):
    global _graphs
    with _lock:
        path = _path
        _graphs += 1
        name = "graph%d" % (_graphs - 1)
        _plans.append({"graph": name, "operations": {}})
    try:
        own = getattr(graph, "name", None)
        if isinstance(own, str) and own:
            name = "%s_%s" % (own, name)
            _plans[-1]["graph"] = name
    except Exception:
        pass  # a number is name enough
    if path is None:
        return
    _append(path, describe(graph, operations, name))


def spanscope_record(*args, **kwargs):
    """The pass that is put into the compiler's list. Changes nothing and hands its argument on."""
    first = args[0] if args else next(iter(kwargs.values()), None)
    try:
        if isinstance(first, (list, tuple)):
            _record(_virtual_graph(), list(first))
        elif first is None or "operations" not in dir(first):
            _record(_virtual_graph())
        else:
            _record(first)
    except Exception as error:
        _warn("this compile could not be recorded: %s: %s" % (type(error).__name__, _one_line(error)))
    return first


# -- the compiler's pass list ------------------------------------------------------------------


def _pass_name(entry):
    while isinstance(entry, functools.partial):
        entry = entry.func
    return getattr(entry, "__name__", None) or type(entry).__name__


def _pass_lists(holder):
    """The lists of passes that an object is or holds."""
    if isinstance(holder, list):
        yield holder
    for value in list(getattr(holder, "__dict__", {}).values()):
        if isinstance(value, list) and value and all(callable(entry) for entry in value):
            yield value


def _place_in(entries):
    """Where the record belongs: after the hints are assigned, before anything acts on them."""
    names = [_pass_name(entry) for entry in entries]
    if "spanscope_record" in names:
        return None
    if "assign_dim_hints" in names:
        return names.index("assign_dim_hints") + 1
    for mark in ("span_overflow", "coarse_tile", "span_reduction", "work_division"):
        for i, name in enumerate(names):
            if mark in name:
                return i
    return -1


def _insert(holder):
    for entries in _pass_lists(holder):
        at = _place_in(entries)
        if at is None:
            return
        if at >= 0:
            entries.insert(at, spanscope_record)
            return
    _warn("no known pass in %s: compiles are not recorded" % type(holder).__name__)


def _guarded_insert(holder):
    try:
        _insert(holder)
    except Exception as error:
        _warn("the pass list could not be extended: %s: %s" % (type(error).__name__, _one_line(error)))


def _replace_everywhere(module, name, new):
    """Sets the name in its module and wherever torch-spyre imported it from there."""
    old = getattr(module, name)
    for key, loaded in list(sys.modules.items()):
        if loaded is module or (key.startswith("torch_spyre") and getattr(loaded, name, None) is old):
            setattr(loaded, name, new)
            _undo.append(functools.partial(setattr, loaded, name, old))


def _wrap_passes(module):
    made = getattr(module, PASSES_NAME)
    if isinstance(made, type):
        original = made.__init__

        @functools.wraps(original)
        def init(self, *args, **kwargs):
            original(self, *args, **kwargs)
            _guarded_insert(self)

        own = "__init__" in made.__dict__
        made.__init__ = init
        _undo.append((lambda: setattr(made, "__init__", original)) if own else (lambda: delattr(made, "__init__")))
    elif callable(made):

        @functools.wraps(made)
        def make(*args, **kwargs):
            holder = made(*args, **kwargs)
            _guarded_insert(holder)
            return holder

        _replace_everywhere(module, PASSES_NAME, make)
    else:
        _guarded_insert(made)


# -- the compiler's own plans ------------------------------------------------------------------


def _level(entry):
    if isinstance(entry, dict):
        get = entry.get
    elif isinstance(entry, (list, tuple)):
        keys = ("host_dim", "split_count", "is_reduction")
        get = dict(zip(keys, entry)).get
    else:
        def get(key, default=None):
            return getattr(entry, key, default)
    dim = get("host_dim", None)
    dim = get("dim", None) if dim is None else dim
    return {
        "host_dim": int(dim),
        "split_count": int(get("split_count", None)),
        "is_reduction": bool(get("is_reduction", False)),
    }


def _plan_entry(name, result):
    out = {"name": name, "outcome": "none", "manual": False, "code": None, "message": None, "levels": []}
    if result is None:
        return out
    levels = result.get("levels") if isinstance(result, dict) else getattr(result, "levels", result)
    out["raw"] = _one_line(repr(result), 2000)
    out["levels"] = [_level(entry) for entry in levels]
    out["outcome"] = "planned" if out["levels"] else "none"
    reason = getattr(result, "reason", None)
    if isinstance(reason, str):
        out["reason"] = reason
    return out


def _note_plan(args, kwargs, result, error):
    try:
        op = next((value for value in list(args) + list(kwargs.values()) if hasattr(value, "get_name")), None)
        name = "unknown" if op is None else str(op.get_name())
        if error is None:
            entry = _plan_entry(name, result)
        else:
            entry = _plan_entry(name, None)
            entry.update(outcome="unsupported", message=_one_line(error, 2000))
        with _lock:
            if not _plans:
                _plans.append({"graph": "graph", "operations": {}})
            _plans[-1]["operations"][name] = entry
    except Exception as problem:
        _warn("a plan of the compiler could not be read: %s: %s" % (type(problem).__name__, _one_line(problem)))


def _wrap_planner(module):
    original = getattr(module, TILE_NAME)

    @functools.wraps(original)
    def plan(*args, **kwargs):
        try:
            result = original(*args, **kwargs)
        except BaseException as error:
            _note_plan(args, kwargs, None, error)
            raise
        _note_plan(args, kwargs, result, None)
        return result

    _replace_everywhere(module, TILE_NAME, plan)


def planned(path=None):
    """What the compiler itself planned since install(): a list of `spyre-span-plan` documents, one a
    graph, written one a line to `path` if given. SpanScope compares them with its own."""
    with _lock:
        documents = [
            {"format": PLAN_FORMAT, "version": VERSION, "graph": plan["graph"],
             "operations": list(plan["operations"].values())}
            for plan in _plans
            if plan["operations"]
        ]
    if path is not None:
        try:
            with open(path, "w", encoding="utf-8") as out:
                for document in documents:
                    out.write(json.dumps(document, separators=(",", ":")) + "\n")
        except Exception as error:
            _warn("plans could not be written: %s" % _one_line(error))
    return documents


# -- hint groups -------------------------------------------------------------------------------


def _hint_class():
    for key, module in list(sys.modules.items()):
        if key.startswith("torch_spyre") and isinstance(getattr(module, "DimHint", None), type):
            return module.DimHint
    return types.SimpleNamespace


def _loop_symbol(op, name):
    """The op's own loop variable of that name; a new symbol, or the name, where it has none."""
    for which in ("writes", "reads"):
        for dep in getattr(op.get_read_writes(), which):
            for symbol in getattr(dep, "ranges", {}):
                if str(symbol) == name:
                    return symbol
    try:
        import sympy

        return sympy.Symbol(name, integer=True, nonnegative=True)
    except Exception:
        return name


def _checked_groups(document, operations):
    """(group, hints by op name), only groups whose ops are all there. Raises ValueError."""
    if document.get("format") != GROUPS_FORMAT or document.get("version") != VERSION:
        raise ValueError("not a %s document of version %d" % (GROUPS_FORMAT, VERSION))
    hints = document["dim_hints"]
    groups, seen = [], set()
    for names, levels in document["groups"]:
        levels = [(int(hint_id), int(count), bool(reduction)) for hint_id, count, reduction in levels]
        for hint_id, _, _ in levels:
            if hint_id in seen:
                raise ValueError("two groups have the hint id %d" % hint_id)
            seen.add(hint_id)
        missing = [name for name in names if name not in operations]
        manual = [name for name in names if name in operations and getattr(operations[name], "dim_hints", None)]
        if missing or manual:
            _warn("group of %s left out: %s" % (", ".join(names), "no such op: " + ", ".join(missing) if missing
                                                else "has hints already: " + ", ".join(manual)))
            continue
        groups.append((list(names), levels, {name: hints[name] for name in names}))
    return groups


def _set_groups(graph, path, hint_class):
    with open(path, encoding="utf-8") as source:
        document = json.load(source)
    operations = {str(op.get_name()): op for op in graph.operations}
    make = hint_class or _hint_class()
    planned_hints, groups = [], []
    for names, levels, hints in _checked_groups(document, operations):
        for name in names:
            op = operations[name]
            made = [
                make(dim_names=list(hint["dim_names"]), split_count=int(hint["split_count"]),
                     loop_var=_loop_symbol(op, str(hint["loop_var"])), is_reduction=bool(hint["is_reduction"]),
                     hint_id=int(hint["hint_id"]))
                for hint in hints[name]
            ]
            planned_hints.append((op, made))
        groups.append(([operations[name] for name in names], levels))
    done = []
    try:
        for op, made in planned_hints:
            done.append((op, getattr(op, "dim_hints", None)))
            op.dim_hints = made
    except Exception:
        for op, before in done:
            op.dim_hints = before
        raise
    return groups


def apply_groups(graph, path, hint_class=None, strict=False):
    """Sets the dim hints of a `spyre-hint-groups` file on the graph's operations.

    Returns the coarse-tile groups: a list of ([operation, ...], [(hint_id, split_count, is_reduction), ...]).
    All or nothing: on any error nothing is set, a warning tells why and the list is empty (strict: it raises).
    Operations that have hints of their own keep them; their group is left out.
    """
    try:
        return _set_groups(graph, path, hint_class)
    except Exception as error:
        if strict:
            raise
        _warn("%s was not applied: %s: %s" % (path, type(error).__name__, _one_line(error)))
        return []


# -- switching on ------------------------------------------------------------------------------


def _disable_caches():
    os.environ[CACHE_VARIABLE] = "1"
    config = sys.modules.get("torch._inductor.config")
    if config is not None:
        try:
            config.force_disable_caches = True
        except Exception as error:
            _warn("caches stay on: %s" % _one_line(error))
    print("spanscope_capture: %s=1, because a cached compile runs no passes and would not be recorded" % CACHE_VARIABLE,
          file=sys.stderr)


def install(path=None):
    """Records every compile from now on into `path` (appended; default: the variable SPANSCOPE_CAPTURE, else
    graphs.jsonl). True when the compiler's passes were found. Never raises."""
    global _path
    path = os.path.abspath(os.fspath(path or os.environ.get("SPANSCOPE_CAPTURE") or DEFAULT_PATH))
    with _lock:
        again = bool(_undo)
        _path = path
    if again:
        return True
    try:
        _disable_caches()
        _wrap_passes(importlib.import_module(PASSES_MODULE))
    except Exception as error:
        _warn("nothing will be recorded: %s: %s" % (type(error).__name__, _one_line(error)))
        uninstall()
        return False
    if not _undo:
        _undo.append(lambda: None)
    try:
        _wrap_planner(importlib.import_module(TILE_MODULE))
    except Exception as error:
        _warn("the compiler's own plans are not recorded: %s: %s" % (type(error).__name__, _one_line(error)))
    return True


def uninstall():
    """Takes everything back that install() changed in the compiler."""
    global _path
    with _lock:
        _path = None
        while _undo:
            undo = _undo.pop()
            try:
                undo()
            except Exception as error:
                _warn("could not be taken back: %s" % _one_line(error))


def _main(arguments):
    path = None
    if len(arguments) >= 2 and arguments[0] in ("-o", "--output"):
        path, arguments = arguments[1], arguments[2:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: python -m spanscope_capture [-o graphs.jsonl] SCRIPT.py|-m MODULE [ARGUMENT...]")
        return 0 if arguments else 2
    sys.modules["spanscope_capture"] = sys.modules[__name__]
    install(path)
    if arguments[0] == "-m":
        if len(arguments) < 2:
            print("spanscope_capture: -m needs a module", file=sys.stderr)
            return 2
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
        runpy.run_path(arguments[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
elif os.environ.get("SPANSCOPE_CAPTURE"):
    install()
