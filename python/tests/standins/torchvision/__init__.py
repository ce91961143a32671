"""Models of pictures with random weights under the names of torchvision: see ../README.md."""

from torchvision import models  # noqa: F401
