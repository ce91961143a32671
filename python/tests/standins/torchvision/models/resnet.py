"""Residual networks: a stem, four stages of blocks, a classifier."""

import torch
from torch.nn import AdaptiveAvgPool2d, BatchNorm2d, Conv2d, Linear, MaxPool2d, Module, ReLU, Sequential


def _conv(inputs, outputs, size, stride=1):
    return Conv2d(inputs, outputs, size, stride=stride, padding=size // 2, bias=False)


class BasicBlock(Module):
    expansion = 1

    def __init__(self, inputs, planes, stride=1, downsample=None):
        super().__init__()
        self.conv1, self.bn1 = _conv(inputs, planes, 3, stride), BatchNorm2d(planes)
        self.relu = ReLU()
        self.conv2, self.bn2 = _conv(planes, planes, 3), BatchNorm2d(planes)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        kept = x if self.downsample is None else self.downsample(x)
        return self.relu(self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x))))) + kept)


class Bottleneck(Module):
    expansion = 4

    def __init__(self, inputs, planes, stride=1, downsample=None):
        super().__init__()
        self.conv1, self.bn1 = _conv(inputs, planes, 1), BatchNorm2d(planes)
        self.conv2, self.bn2 = _conv(planes, planes, 3, stride), BatchNorm2d(planes)
        self.conv3, self.bn3 = _conv(planes, 4 * planes, 1), BatchNorm2d(4 * planes)
        self.relu = ReLU()
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        kept = x if self.downsample is None else self.downsample(x)
        x = self.relu(self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x))))))
        return self.relu(self.bn3(self.conv3(x)) + kept)


class ResNet(Module):
    def __init__(self, block, layers, num_classes=1000):
        super().__init__()
        self.conv1, self.bn1 = _conv(3, 64, 7, 2), BatchNorm2d(64)
        self.relu = ReLU()
        self.maxpool = MaxPool2d(3, stride=2, padding=1)
        inputs = 64
        for number, count in enumerate(layers, 1):
            planes = 32 << number
            blocks = []
            for index in range(count):
                stride = 2 if number > 1 and index == 0 else 1
                outputs = planes * block.expansion
                aside = None
                if stride != 1 or inputs != outputs:
                    aside = Sequential(_conv(inputs, outputs, 1, stride), BatchNorm2d(outputs))
                blocks.append(block(inputs, planes, stride, aside))
                inputs = outputs
            setattr(self, "layer%d" % number, Sequential(*blocks))
        self.avgpool = AdaptiveAvgPool2d((1, 1))
        self.fc = Linear(inputs, num_classes)

    def forward(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(torch.flatten(self.avgpool(x), 1))


def resnet18(**_):
    return ResNet(BasicBlock, [2, 2, 2, 2])


def resnet34(**_):
    return ResNet(BasicBlock, [3, 4, 6, 3])


def resnet50(**_):
    return ResNet(Bottleneck, [3, 4, 6, 3])
