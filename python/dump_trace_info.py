"""How full the TRACE regions of a device are, printed at the stages of a program."""

import ttnn


def trace_buffer_stats(mesh_device):
    """Bytes of the TRACE region of each device: reserved, allocated and free, by names."""
    told = mesh_device.allocator().get_statistics(ttnn.BufferType.TRACE)
    return {
        "trace_region_size": mesh_device.allocator().get_config().trace_region_size,
        "trace_buffers_size": ttnn.get_trace_buffers_size(mesh_device),
        "total_allocated_bytes": told.total_allocated_bytes,
        "largest_free_block_bytes": told.largest_free_block_bytes,
    }


def dump_trace_buffer_stats(mesh_device, stage=""):
    """Prints them, with the devices that have them; gives them too."""
    stats = trace_buffer_stats(mesh_device)
    ids = list(mesh_device.get_device_ids())
    print("%sTRACE buffers of %d device%s %s" % (stage + " " if stage else "", len(ids), "s" * (len(ids) != 1), ids))
    print("  region:    %10.2f MB" % (stats["trace_region_size"] / 1024**2))
    print("  in use:    %10.2f MB" % (stats["trace_buffers_size"] / 1024**2))
    print("  allocated: %10d bytes a bank" % stats["total_allocated_bytes"])
    print("  free:      %10d bytes a bank" % stats["largest_free_block_bytes"])
    return stats
