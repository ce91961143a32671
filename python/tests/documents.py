"""Programs as documents print them: names that they leave out are filled in."""

import textwrap


def run_printed(text, **names):
    """Runs the program; gives the names that it leaves behind."""
    exec(compile(textwrap.dedent(text), "document", "exec"), names)
    return names
