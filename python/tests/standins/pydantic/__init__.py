"""Records of settings: as much of pydantic as tt_transformers' configurations use."""

import enum
import typing


class AliasChoices:
    def __init__(self, *names):
        self.names = names


class _Field:
    def __init__(self, default, validation_alias, exclude):
        self.default, self.validation_alias, self.exclude = default, validation_alias, exclude


def Field(default=..., *, validation_alias=None, exclude=False, **_):
    return _Field(default, validation_alias, exclude)


class BaseModel:
    """Takes its annotated names as keywords; a name may have others, and an enumeration is made of its value."""

    def __init__(self, **given):
        for name, kind in typing.get_type_hints(type(self)).items():
            field = getattr(type(self), name, ...)
            field = field if isinstance(field, _Field) else _Field(field, None, False)
            aliases = field.validation_alias.names if field.validation_alias else (name,)
            value = next((given[each] for each in (*aliases, name) if each in given), field.default)
            if value is ...:
                raise ValueError("%s needs %s" % (type(self).__name__, name))
            made = isinstance(kind, type) and issubclass(kind, enum.Enum) and not isinstance(value, kind)
            setattr(self, name, kind(value) if made else value)

    def model_dump(self, exclude_none=False):
        kept = {name: value for name, value in vars(self).items() if value is not None or not exclude_none}
        excluded = [name for name in kept if getattr(getattr(type(self), name, None), "exclude", False)]
        return {name: value for name, value in kept.items() if name not in excluded}
