sdsc_neg = async_compile.sdsc('sdsc_neg',
    [
        OpSpec(
            op='neg',
            is_reduction=False,
            iteration_space={sympify('c0'): (sympify('512'), 4)},
            op_info={},
            args=[
                TensorArg(
                    is_input=True,
                    arg_index=0,
                    device_dtype=DataFormats.SEN169_FP16,
                    device_size=[8, 64],
                    device_coordinates=[sympify('floor(c0/64)'), sympify('Mod(c0, 64)')],
                    allocation={'hbm': 0},
                ),
                TensorArg(
                    is_input=False,
                    arg_index=1,
                    device_dtype=DataFormats.SEN169_FP16,
                    device_size=[8, 64],
                    device_coordinates=[sympify('floor(c0/64)'), sympify('Mod(c0, 64)')],
                    allocation={'hbm': 1024},
                ),
            ],
        ),
    ],
)
