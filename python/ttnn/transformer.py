"""The operations of ttnn.transformer; ttnn puts them here from the generated table."""
