#!/usr/bin/env python3
"""Write a `spyre-span-graph` with the ops of a transformer, repeated until it has N of them.

usage: make_graph.py N [--seed SEED] [--indent] > graph.json

The mix is that of a decoder: norms (pointwise and reductions over the stick dim), projections
(a weight copied into the other stick order, then a batchmatmul), attention scores and softmax,
an MLP, an embedding and an LM head. The hidden sizes differ from layer to layer, so that some
ops overflow the span limit and most do not. Equal arguments give equal bytes.
"""
import argparse
import json
import random
import sys

STICK = 64


def strides(size):
    out, step = [], 1
    for n in reversed(size):
        out.append(step)
        step *= max(n, 1)
    return out[::-1]


def device_layout(size, order, sparse):
    """Default device layout of a contiguous float16 tensor (last of `order`: the stick dim)."""
    host = strides(size)
    if not size:
        return [1, STICK], [-1, -1]
    order = list(order) + ([-1] if sparse else [])
    dims = [order[0], order[0]] if len(order) == 1 else order[1:] + [order[0], order[-1]]
    sizes, steps, seen = [0] * len(dims), [0] * len(dims), {}
    for i in reversed(range(len(dims))):
        d = dims[i]
        last = i == len(dims) - 1
        if last:
            sizes[i] = STICK
        elif d == order[-1]:
            sizes[i] = 1 if d == -1 else -(-size[d] // STICK)
        else:
            sizes[i] = size[d]
        if d == -1 or size[d] == 1:
            steps[i] = -1
        elif d in seen:
            steps[i] = steps[seen[d]] * sizes[seen[d]]
        else:
            steps[i] = host[d]
        seen[d] = i
    return sizes, steps


def layout(size, order=None, sparse=False):
    order = list(range(len(size))) if order is None else order
    sizes, steps = device_layout(size, order, sparse)
    return {"type": "FixedTiledLayout", "dtype": "float16", "size": size, "stride": strides(size),
            "device_layout": {"device_size": sizes, "stride_map": steps, "elems_per_stick": STICK,
                              "device_dtype": "SEN169_FP16", "element_arrangement": "STANDARD"}}


class Writer:
    """Collects buffers and ops; dims are named by their loop symbols."""

    def __init__(self, name):
        self.graph = {"format": "spyre-span-graph", "version": 1, "name": name, "producer": "make_graph.py",
                      "config": {"sencores": 32, "ignore_span_overflow_hints": False, "ignore_wsr_hints": False},
                      "buffers": [], "operations": [], "outputs": []}
        self.size = {}
        self.source = 0

    def count(self):
        return len(self.graph["operations"])

    def input(self, size):
        name = f"arg{len(self.graph['buffers'])}_1"
        self.graph["buffers"].append({"name": name, "kind": "input", "layout": layout(size)})
        self.size[name] = size
        return name

    def dep(self, buffer, symbols, ranges):
        """`symbols`: the loop symbol of each dim of the buffer, None where it is broadcast."""
        terms = []
        for n, step, symbol in zip(self.size[buffer], strides(self.size[buffer]), symbols):
            if n != 1 and symbol is not None:
                terms.append(symbol if step == 1 else f"{step}*{symbol}")
        used = {t.split("*")[-1] for t in terms}
        kept = [[s, n] for s, n in ranges]
        while kept and kept[-1][0] not in used:
            kept.pop()
        return {"buffer": buffer, "index": " + ".join(terms) or "0", "ranges": kept}

    def op(self, kind, size, reads, reduction=(), reduction_type=None, target="", order=None, sparse=False):
        name = f"buf{self.count()}"
        self.size[name] = size
        ranges = list(size) + list(reduction)
        names = iter(f"d{i}" for i in range(64))
        symbol = [next(names) if n != 1 else None for n in ranges]
        pairs = [(s, n) for s, n in zip(symbol, ranges) if s]
        self.source += 1
        self.graph["operations"].append({
            "name": name, "kind": "ComputedBuffer",
            "data": {"type": kind, "ranges": list(size), "reduction_ranges": list(reduction),
                     "reduction_type": reduction_type},
            "layout": layout(size, order, sparse),
            "reads": [dict(self.dep(b, [None if i is None else symbol[i] for i in dims], pairs), indirect=False)
                      for b, dims in reads],
            "writes": [self.dep(name, symbol[:len(size)], pairs)],
            "origin": {"fx_nodes": [target.split(".")[1] if "." in target else target], "targets": [target],
                       "source": f"model.py:{10 + self.source % 400}"}})
        return name

    def pointwise(self, target, *inputs):
        size = self.size[inputs[0]]
        reads = []
        for b in inputs:
            lead = len(size) - len(self.size[b])
            reads.append((b, [lead + i if n != 1 else None for i, n in enumerate(self.size[b])]))
        return self.op("Pointwise", size, reads, target=target)

    def reduce_last(self, kind, target, x):
        size = self.size[x]
        rank = len(size)
        return self.op("Reduction", size[:-1] + [1], [(x, list(range(rank - 1)) + [rank])], [size[-1]], kind, target,
                       sparse=True)

    def linear(self, x, weight):
        rows, inner = self.size[weight]
        copy = self.op("Pointwise", [rows, inner], [(weight, [0, 1])], target="aten.clone.default", order=[1, 0])
        lead = self.size[x][:-1]
        k = len(lead) + 1
        return self.op("Reduction", lead + [rows], [(x, list(range(len(lead))) + [k]), (copy, [k - 1, k])], [inner],
                       "batchmatmul", "aten.mm.default")

    def bmm(self, a, b):
        n, rows, inner = self.size[a]
        columns = self.size[b][-1]
        return self.op("Reduction", [n, rows, columns], [(a, [0, 1, 3]), (b, [0, 3, 2])], [inner], "batchmatmul",
                       "aten.bmm.default")


def norm(w, x, weight):
    squares = w.pointwise("aten.mul.Tensor", x, x)
    mean = w.reduce_last("sum", "aten.mean.dim", squares)
    scale = w.pointwise("aten.rsqrt.default", mean)
    return w.pointwise("aten.mul.Tensor", w.pointwise("aten.mul.Tensor", x, scale), weight)


def layer(w, x, tokens, hidden, inner, rng):
    heads = hidden // 128
    normed = norm(w, x, w.input([hidden]))
    q = w.linear(normed, w.input([hidden, hidden]))
    w.linear(normed, w.input([max(hidden // 4, 64), hidden]))
    gate = w.pointwise("aten.mul.Tensor", q, normed)
    scores = w.bmm(w.input([heads, tokens, 128]), w.input([heads, 128, tokens]))
    top = w.reduce_last("max", "aten.amax.default", scores)
    exps = w.pointwise("aten.exp.default", w.pointwise("aten.sub.Tensor", scores, top))
    total = w.reduce_last("sum", "aten.sum.dim_IntList", exps)
    w.bmm(w.pointwise("aten.div.Tensor", exps, total), w.input([heads, tokens, 128]))
    x = w.pointwise("aten.add.Tensor", x, gate)
    normed = norm(w, x, w.input([hidden]))
    up = w.linear(normed, w.input([inner, hidden]))
    act = w.pointwise("aten.mul.Tensor", w.pointwise("aten.silu.default", up), w.linear(normed, w.input([inner, hidden])))
    down = w.linear(act, w.input([hidden, inner]))
    if rng.random() < 0.25:
        down = w.pointwise("aten.mul.Tensor", down, w.input([1]))
    return w.pointwise("aten.add.Tensor", x, down)


def make(count, seed):
    rng = random.Random(seed)
    w = Writer(f"transformer-{count}")
    while w.count() < count:
        tokens = rng.choice([1, 128, 512, 2048, 8195])
        hidden, inner, vocab = rng.choice([(2048, 8192, 49152), (4096, 14336, 128256), (5120, 17408, 131072)])
        x = w.input([tokens, hidden])
        for _ in range(12):
            x = layer(w, x, tokens, hidden, inner, rng)
        logits = w.linear(norm(w, x, w.input([hidden])), w.input([vocab, hidden]))
        w.graph["outputs"].append(logits)
    del w.graph["operations"][count:]
    names = {o["name"] for o in w.graph["operations"]}
    w.graph["outputs"] = [o for o in w.graph["outputs"] if o in names] or [f"buf{count - 1}"]
    return w.graph


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--indent", action="store_true")
    args = parser.parse_args()
    json.dump(make(args.count, args.seed), sys.stdout, indent=1 if args.indent else None)
    print()


if __name__ == "__main__":
    main()
