"""Small stand-ins with the attributes of live torch-spyre objects that the capture module reads."""

import collections
import enum
import sys
import types

import sympy


class DataFormats(enum.Enum):
    SEN169_FP16 = 3


class Arrangement(enum.Enum):
    STANDARD = 0


class SpyreTensorLayout:
    def __init__(self, device_size, stride_map):
        self.device_size = device_size
        self.stride_map = stride_map
        self.device_dtype = DataFormats.SEN169_FP16
        self.element_arrangement = Arrangement.STANDARD

    def elems_per_stick(self):
        return 64


class FixedTiledLayout:
    def __init__(self, size, stride, device_size, stride_map):
        self.size = size
        self.stride = stride
        self.dtype = "torch.float16"
        self.device_layout = SpyreTensorLayout(device_size, stride_map)


class MutationLayoutSHOULDREMOVE:
    def __init__(self, real):
        self._real = real

    def real_layout(self):
        return self._real


class Loops:
    def __init__(self, ranges):
        self.ranges = ranges


class Pointwise(Loops):
    pass


class Scatter(Pointwise):
    pass


class Reduction(Loops):
    def __init__(self, ranges, reduction_ranges, reduction_type):
        super().__init__(ranges)
        self.reduction_ranges = reduction_ranges
        self.reduction_type = reduction_type


class SpyreReduction(Reduction):
    pass


class MemoryDep:
    def __init__(self, name, index, ranges, indirect=False):
        self.name = name
        self.index = index
        self.ranges = ranges
        self._indirect = indirect

    def is_indirect(self):
        return self._indirect


class StarDep:
    def __init__(self, name):
        self.name = name


class DimHint:
    def __init__(self, dim_names, split_count, loop_var, is_reduction, hint_id):
        self.dim_names = dim_names
        self.split_count = split_count
        self.loop_var = loop_var
        self.is_reduction = is_reduction
        self.hint_id = hint_id


class Node:
    def __init__(self, name, target, trace):
        self.name = name
        self.target = target
        self.meta = {"stack_trace": trace}


class ComputedBuffer:
    def __init__(self, name, data, layout, reads, writes, hints=(), origins=()):
        self._name = name
        self.data = data
        self.layout = layout
        self._rw = types.SimpleNamespace(reads=reads, writes=writes)
        self.dim_hints = list(hints)
        self.origins = list(origins)

    def get_name(self):
        return self._name

    def get_operation_name(self):
        return self._name.replace("buf", "op")

    def get_read_writes(self):
        return self._rw


class Graph:
    def __init__(self, operations, inputs):
        self.operations = operations
        self.graph_input_names = list(inputs)
        self.graph_inputs = {
            name: types.SimpleNamespace(data=types.SimpleNamespace(data=types.SimpleNamespace(layout=layout)))
            for name, layout in inputs.items()
        }

    def get_output_names(self):
        return [self.operations[-1].get_name()] if self.operations else []


TRACE = 'File "lib.py", line 3, in call\n    return f(x)\nFile "model.py", line 42, in forward\n    return x + y\n'


def add_layout():
    return FixedTiledLayout(
        [sympy.Integer(1), 8195, 256, 64], [134266880, 16384, 64, 1], [8195, 256, 1, 1, 64], [16384, 64, 64, -1, 1]
    )


def add_graph():
    """The addition of two fp16 [1, 8195, 256, 64] tensors: planned as 5 tiles of dim 1."""
    d0, d1, d2 = sympy.symbols("d0 d1 d2", integer=True, nonnegative=True)
    ranges = collections.OrderedDict([(d0, sympy.Integer(8195)), (d1, 256), (d2, 64)])
    index = 16384 * d0 + 64 * d1 + d2
    op = ComputedBuffer(
        "buf0",
        Pointwise([1, 8195, 256, 64]),
        add_layout(),
        [MemoryDep("arg0_1", index, ranges), MemoryDep("arg1_1", index, ranges)],
        [MemoryDep("buf0", index, ranges)],
        origins=[Node("add", "aten.add.Tensor", TRACE)],
    )
    return Graph([op], {"arg0_1": add_layout(), "arg1_1": add_layout()})


def compiler(monkeypatch, passes, as_factory=False, plan=None):
    """A torch_spyre package with a pass list made anew per compile, and its planner."""
    root = types.ModuleType("torch_spyre")
    inductor = types.ModuleType("torch_spyre._inductor")
    passes_module = types.ModuleType("torch_spyre._inductor.passes")
    tile_module = types.ModuleType("torch_spyre._inductor.coarse_tile")
    hints_module = types.ModuleType("torch_spyre._inductor.dim_hints")
    config = types.ModuleType("torch_spyre._inductor.config")
    config.sencores = 32
    config.ignore_span_overflow_hints = False
    config.ignore_wsr_hints = False
    tile_module.MAX_SPAN_BYTES = 268435456
    tile_module.plan_span_overflow_tile = plan or (lambda op, limit=0: None)
    hints_module.DimHint = DimHint

    class CustomPreSchedulingPasses:
        def __init__(self):
            self.passes = list(passes)

        def __call__(self, graph):
            for entry in self.passes:
                entry(graph)

    passes_module.CustomPreSchedulingPasses = (lambda: CustomPreSchedulingPasses()) if as_factory else CustomPreSchedulingPasses
    for module in (root, inductor, passes_module, tile_module, hints_module, config):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return passes_module, tile_module
