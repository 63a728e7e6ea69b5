"""What differs between a recorded answer of the compiler's planner and a `spyre-span-plan` document.

An answer tells each op's outcome, levels, reason, candidates and legal splits, and the hint groups or the error
text at which the compiler stopped. The plan lists every problem, so the compiler's one must be among them.
"""
import collections

Difference = collections.namedtuple("Difference", "op field want got")

# A piece of the compiler's error text -> the code that the plan gives to such an op.
REJECTIONS = {
    "candidate host dims": "too_many_dims",
    "stick alignment": "stick_alignment",
    "no combined split": "no_combo_fits",
    "out of bounds for data ranges": "dim_out_of_range",
    "non-integral range": "range_not_integral",
    "unsplittable range": "range_unsplittable",
}
GROUPING_CONFLICTS = ("reads already auto-tiled", "joined by another", "reads producer")
ADAPTER_ERROR = "Cannot adapt"
CANDIDATE_FIELDS = ("source", "host_dim", "per_core_span", "device_dim_size", "span_stride_elems", "total_bytes",
                    "stick_elems")
HINT_FIELDS = ("loop_var", "split_count", "is_reduction", "hint_id")


def rejection_code(message):
    """The code that stands for the compiler's error text of an unsupported op."""
    for piece, code in REJECTIONS.items():
        if piece in message:
            return code
    raise ValueError(f"no code stands for the recorded message {message!r}")


def picked(record, fields):
    return [record.get(field) for field in fields]


def of_op(want, got):
    """Differences of one op; `got` is None when the plan does not have it."""
    name = want["name"]
    if got is None:
        return [Difference(name, "missing", name, None)]
    if want["outcome"] != got.get("outcome"):
        return [Difference(name, "outcome", want["outcome"], got.get("outcome"))]
    pairs = []
    if want["outcome"] == "planned":
        levels = [picked(level, ("host_dim", "split_count", "is_reduction")) for level in got["levels"]]
        pairs += [("levels", want["levels"], levels), ("reason", want["reason"], got.get("reason"))]
    if want["outcome"] == "unsupported":
        pairs.append(("code", rejection_code(want["message"]), got.get("code")))
    pairs.append(("candidates", sorted(picked(c, CANDIDATE_FIELDS) for c in want["candidates"]),
                  sorted(picked(c, CANDIDATE_FIELDS) for c in got.get("candidates", []))))
    if want["candidates"] and want["outcome"] != "unsupported":
        known = {dim: counts for dim, counts in want["splits"].items() if counts is not None}
        mine = {dim: counts for dim, counts in got.get("splits", {}).items() if dim in known}
        pairs.append(("splits", known, mine))
    return [Difference(name, field, a, b) for field, a, b in pairs if a != b]


def group_shape(group):
    return [group["ops"], [level[:2] for level in group["levels"]]]


def of_groups(want, plan):
    """Differences of the hint groups of a graph that the compiler accepted."""
    pairs = [("groups", [group_shape(g) for g in want], [group_shape(g) for g in plan.get("groups", [])])]
    for theirs, mine in zip(want, plan.get("groups", [])):
        for op, hints in theirs["dim_hints"].items():
            ours = mine.get("dim_hints", {}).get(op, [])
            pairs.append(("dim_hints", [picked(h, HINT_FIELDS) for h in hints], [picked(h, HINT_FIELDS) for h in ours]))
    return [Difference("groups", field, a, b) for field, a, b in pairs if a != b]


def of_error(error, unsupported, conflicts, plan):
    """Differences of a graph at which the compiler stopped with an error."""
    found = []
    message, op = error["message"], error["op"]
    is_adapter = ADAPTER_ERROR in message
    if is_adapter or any(piece in message for piece in GROUPING_CONFLICTS):
        codes = conflicts.get(op)
        if codes is None:
            found.append(Difference(op, "conflict", message, conflicts))
        elif ("no_single_loop_var" in codes) != is_adapter:
            found.append(Difference(op, "conflict kind", message, sorted(codes)))
    elif op not in unsupported:
        found.append(Difference(op, "unsupported", message, unsupported))
    if plan.get("compiles") is not False:
        found.append(Difference("groups", "compiles", False, plan.get("compiles")))
    return found


def of_grouping(graph, expect, plan):
    """Differences of everything that concerns several ops: groups, conflicts, whether it compiles."""
    config = graph.get("config", {})
    conflicts = collections.defaultdict(set)
    for conflict in plan.get("conflicts", []):
        conflicts[conflict["op"]].add(conflict["code"])
    if config.get("ignore_span_overflow_hints") or config.get("ignore_wsr_hints"):
        if plan.get("groups") or conflicts:
            return [Difference("groups", "switched off", [], [plan.get("groups"), dict(conflicts)])]
        return []
    manual = {op["name"] for op in graph["operations"] if op.get("dim_hints")}
    unsupported = [op["name"] for op in plan["operations"]
                   if op["outcome"] == "unsupported" and op["name"] not in manual]
    if expect["groups_error"] is not None:
        return of_error(expect["groups_error"], unsupported, conflicts, plan)
    if unsupported or conflicts:
        return [Difference("groups", "problems", "none", {"unsupported": unsupported, "conflicts": dict(conflicts)})]
    return of_groups(expect["groups"], plan)


def of_answer(answer, plan):
    """All differences between a recorded answer and the plan of its graph."""
    mine = {op["name"]: op for op in plan["operations"]}
    found = []
    for want in answer["expect"]["ops"]:
        found += of_op(want, mine.get(want["name"]))
    return found + of_grouping(answer["graph"], answer["expect"], plan)
