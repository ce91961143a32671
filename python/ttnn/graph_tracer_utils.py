"""The arguments of a captured graph as JSON."""

import re

_TOKEN = re.compile(r"\s*([(){}\[\],=]|[^(){}\[\],=]+)")


class GraphTracerUtils:
    """Turns the texts that graphs have of arguments into what they say."""

    @staticmethod
    def serialize_graph(captured_graph):
        """`{"content": [{"operation": name, "arguments": [{"arg0": ...}, ...]}, ...]}` of all calls with arguments."""
        return {
            "content": [
                GraphTracerUtils.serialize_arguments_to_json(node["params"].get("name", ""), node["arguments"])
                for node in captured_graph
                if node.get("arguments")
            ]
        }

    @staticmethod
    def serialize_arguments_to_json(operation_name, arguments):
        if operation_name == "":
            return None
        told = [{"arg%d" % i: _argument(text)} for i, text in enumerate(arguments)]
        return {"operation": operation_name, "arguments": told}


def _argument(text):
    """`Shape([1, 2])` is `{"Shape": [1, 2]}`, `X(a=1)` is `{"X": {"a": "1"}}`; what cannot be read stays a text."""
    try:
        parser = _Parser(text)
        value = parser.value(outermost=True)
        return value if parser.at_end() else text
    except (ValueError, IndexError, RecursionError):
        return text


class _Parser:
    def __init__(self, text):
        self.tokens = [each.group(1).strip() for each in _TOKEN.finditer(text.strip())]
        self.at = 0

    def at_end(self):
        return self.at == len(self.tokens)

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def peek(self):
        return "" if self.at_end() else self.tokens[self.at]

    def value(self, outermost=False):
        token = self.next()
        if token == "[":
            return self.items("]")
        if token == "{":
            return self.braces()
        if token in "(){}[],=":
            raise ValueError(token)
        if self.peek() not in ("(", "{"):
            return token
        inner = self.members(")" if self.next() == "(" else "}")
        return {token: inner} if outermost else inner

    def items(self, closing):
        found = []
        while self.peek() != closing:
            found.append(_number(self.value()))
            if self.peek() == ",":
                self.next()
        self.next()
        return found

    def braces(self):
        """`{32, 32}` is kept as it is written, `{Tensor(...)}` is a list; `{a=1}` has members."""
        inner = self.members("}")
        plain = isinstance(inner, list) and not any(isinstance(each, dict) for each in inner)
        return "{%s}" % ", ".join(map(str, inner)) if plain else inner

    def members(self, closing):
        """Named members are an object; a single list is that list; others are a list."""
        named, others = {}, []
        while self.peek() != closing:
            value = self.value()
            if self.peek() == "=" and isinstance(value, str):
                self.next()
                named[value] = self.value()
            else:
                others.append(_number(value))
            if self.peek() == ",":
                self.next()
        self.next()
        if named:
            return named
        return others[0] if len(others) == 1 and isinstance(others[0], list) else others


def _number(value):
    return int(value) if isinstance(value, str) and value.lstrip("-").isdigit() else value
