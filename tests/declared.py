"""Whether JSON is as its TypedDict declares it: every field declared, none missing, each of its type."""

from __future__ import annotations

import importlib.util
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Required,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from hexfront.server.http import replies

SENT = {
    "state": replies.GameState,
    "change": replies.GameChange,
    "presence": replies.Presence,
    "thinking": replies.Thinking,
    "chat": replies.Chat,
    "hint": replies.Hint,
}
"""What the server says by itself."""


def check(value: object, form: Any) -> None:
    """Fail with all that is not as declared."""
    found = problems(value, form, "")
    assert not found, "\n".join(found[:10])


def check_message(message: dict[str, Any], asked: object = None) -> None:
    """The same of what the server sends to a page, `asked` is the question that it answers."""
    form: Any = SENT.get(message["type"])
    if message["type"] == "state":
        check(message["view"], view_type(message["view"]["game"]))
    if message["type"] == "reply" and message["ok"] and asked in replies.Answers.__annotations__:
        form = get_type_hints(replies.Answers)[str(asked)]
        message = {key: value for key, value in message.items() if key not in ("type", "id", "ok")}
    if form is not None:
        own = (".view.", ".stacks.")  # of which the game declares more
        found = [each for each in problems(message, form, "") if not each.startswith(own)]
        assert not found, "\n".join(found[:10])


def view_type(name: str) -> Any:
    """The type of the view that a game declares; one of the tests' own declares none."""
    if importlib.util.find_spec(f"hexfront.games.{name}") is None:
        return Any
    module = importlib.import_module(f"hexfront.games.{name}.page.view_types")
    return getattr(module, f"{name.capitalize()}View")


def problems(value: object, form: Any, where: str) -> list[str]:
    """What is not as declared, each with its path."""
    kind, parts = get_origin(form) or form, get_args(form)
    if form is Any:
        return []
    if is_typeddict(kind):
        return _fields(value, form, where)
    if kind in (UnionType, Union):
        tried = [problems(value, part, where) for part in parts]
        return [] if [] in tried else [f"{where}: {value!r:.60} is none of {form}"]
    if kind is Literal:
        return [] if value in parts else [f"{where}: {value!r:.60} is none of {parts}"]
    if kind in (NotRequired, Required):
        return problems(value, parts[0], where)
    if kind in (list, tuple) and isinstance(value, list):
        forms = parts * len(value) if kind is list else parts
        if len(forms) != len(value):
            return [f"{where}: {len(value)} items instead of {len(forms)}"]
        pairs = enumerate(zip(value, forms, strict=True))
        return [p for i, (one, part) in pairs for p in problems(one, part, f"{where}[{i}]")]
    if kind is dict and isinstance(value, dict):
        items = value.items()
        return [p for key, one in items for p in problems(one, parts[1], f"{where}.{key}")]
    plain: Any = {float: (int, float), None: NoneType}.get(kind, kind)
    right = isinstance(value, plain) and (kind is bool or not isinstance(value, bool))
    return [] if right else [f"{where}: {value!r:.60} is not {form}"]


def _fields(value: object, form: Any, where: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where}: {value!r:.60} is not an object"]
    fields, required = _declared(form)
    found = [f"{where}.{name} is missing" for name in required if name not in value]
    for name, one in value.items():
        if name not in fields:
            found.append(f"{where}.{name} is not declared")
        else:
            found += problems(one, fields[name], f"{where}.{name}")
    return found


@cache
def _declared(form: Any) -> tuple[dict[str, Any], frozenset[str]]:
    """The fields, with what its type variables stand for, and those that must be there."""
    kind = get_origin(form) or form
    stands = dict(_variables(form))
    hints = get_type_hints(kind, include_extras=True)
    needed = frozenset(
        name
        for name, hint in hints.items()
        if get_origin(hint) is not NotRequired
        and (name in kind.__required_keys__ or get_origin(hint) is Required)
    )
    return {name: _filled(hint, stands) for name, hint in hints.items()}, needed


def _variables(form: Any) -> list[tuple[Any, Any]]:
    kind = get_origin(form) or form
    found = list(zip(getattr(kind, "__parameters__", ()), get_args(form), strict=False))
    for base in getattr(kind, "__orig_bases__", ()):
        found += _variables(base)
    return found


def _filled(form: Any, stands: dict[Any, Any]) -> Any:
    if isinstance(form, TypeVar):
        return stands.get(form, form.__bound__)
    parts = get_args(form)
    if not any(isinstance(part, TypeVar) for part in parts):
        return form
    return get_origin(form)[tuple(stands.get(part, part) for part in parts)]
