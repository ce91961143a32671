"""The operations of ttnn.kv_cache; ttnn puts them here from the generated table."""
