"""Dictionaries whose entries are attributes as well."""


class DotAccessDict(dict):
    __getattr__ = dict.__getitem__
    __delattr__ = dict.__delitem__


def make_dot_access_dict(dictionary, *, ignore_types=None):
    """The dictionary with all within it, but for `ignore_types`, as a DotAccessDict."""
    if isinstance(dictionary, DotAccessDict) or (ignore_types is not None and isinstance(dictionary, ignore_types)):
        return dictionary
    return DotAccessDict(
        (key, make_dot_access_dict(value, ignore_types=ignore_types) if isinstance(value, dict) else value)
        for key, value in dictionary.items()
    )
