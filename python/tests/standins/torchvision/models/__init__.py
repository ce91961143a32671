"""Models of pictures."""

import torch

from torchvision.models import resnet
from torchvision.models.resnet import resnet18, resnet34, resnet50  # noqa: F401
from torchvision.models.vgg import VGG, vgg11, vgg16  # noqa: F401


class _Weights:
    DEFAULT = IMAGENET1K_V1 = IMAGENET1K_V2 = None


ResNet18_Weights = ResNet34_Weights = ResNet50_Weights = VGG11_Weights = VGG16_Weights = _Weights
