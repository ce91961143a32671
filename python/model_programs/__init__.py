"""Models of a tt-metal checkout on the modelled device; docs/models.md is written by it."""
