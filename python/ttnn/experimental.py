"""The operations of ttnn.experimental; ttnn puts them here from the generated table."""
