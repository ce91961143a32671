"""What the document on trace buffers prints, as it stands."""

import ttnn
from documents import run_printed


def test_the_life_of_a_trace_and_its_memory(device, capsys):
    input = ttnn.ones([32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    ttnn.add(input, 1)  # a program is made at its first run, which a trace cannot hold
    names = dict(ttnn=ttnn, mesh_device=device, device=device, model=lambda each: ttnn.add(each, 1), input=input)
    left = run_printed(
        """
        trace_id = ttnn.begin_trace_capture(mesh_device, cq_id=0)
        output = model(input)
        ttnn.end_trace_capture(mesh_device, trace_id, cq_id=0)
        """,
        **names,
    )
    names.update(trace_id=left["trace_id"], allocator=device.allocator())
    run_printed(
        """
        # Add to your test:
        from dump_trace_info import dump_trace_buffer_stats

        # Call at different stages:
        dump_trace_buffer_stats(mesh_device, stage="[AFTER CAPTURE]")
        """,
        **names,
    )
    assert capsys.readouterr().out.startswith("[AFTER CAPTURE] TRACE buffers of 1 device [0]\n")
    run_printed(
        """
        for _ in range(1000):
            ttnn.execute_trace(mesh_device, trace_id, blocking=False)
        """.replace("1000", "10"),
        **names,
    )
    assert left["output"].to_list()[31][31] == 2.0
    in_use = device.get_trace_buffers_size()
    assert in_use > 0
    run_printed(
        """
        config = device.allocator().get_config()
        print(f"Trace region: {config.trace_region_size / (1024**2):.2f} MB")
        trace_size = device.get_trace_buffers_size()
        print(f"Trace buffers: {trace_size / (1024**2):.2f} MB")
        stats = allocator.get_statistics(ttnn.BufferType.TRACE)
        print(f"Allocated: {stats.total_allocated_bytes:,} bytes")
        print(f"Free: {stats.largest_free_block_bytes:,} bytes")
        """,
        **names,
    )
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Trace region: 1.00 MB"
    assert told[1] == "Trace buffers: %.2f MB" % (in_use / 1024**2)
    assert told[2] != "Allocated: 0 bytes"
    run_printed("ttnn.release_trace(mesh_device, trace_id)", **names)
    assert device.get_trace_buffers_size() == 0
    assert device.allocator().get_statistics(ttnn.BufferType.TRACE).total_allocated_bytes == 0
