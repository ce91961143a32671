"""VGG: convolutions and pools in a row, three linear layers."""

from torch.nn import AdaptiveAvgPool2d, Conv2d, Dropout, Linear, MaxPool2d, Module, ReLU, Sequential


class VGG(Module):
    def __init__(self, stages):
        super().__init__()
        layers, inputs = [], 3
        for outputs, count in zip((64, 128, 256, 512, 512), stages):
            for _ in range(count):
                layers += [Conv2d(inputs, outputs, 3, padding=1), ReLU()]
                inputs = outputs
            layers.append(MaxPool2d(2))
        self.features = Sequential(*layers)
        self.avgpool = AdaptiveAvgPool2d((7, 7))
        self.classifier = Sequential(
            Linear(512 * 49, 4096), ReLU(), Dropout(), Linear(4096, 4096), ReLU(), Dropout(), Linear(4096, 1000)
        )

    def forward(self, x):
        return self.classifier(self.avgpool(self.features(x)).flatten(1))


def vgg11(**_):
    return VGG([1, 1, 2, 2, 2])


def vgg16(**_):
    return VGG([2, 2, 3, 3, 3])
