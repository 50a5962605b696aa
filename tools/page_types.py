"""Write the page's types of what it is sent, `hexfront/web/wire.d.ts`, from the TypedDicts that declare it.

With --check nothing is written, and it fails where the file is not what it should be.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "hexfront"
TARGET = HOME / "web" / "wire.d.ts"
SOURCES = ("kernel/views.py", "kernel/page_data.py", "server/http/replies.py")
"""Not the games' own: the page knows no game, page data name the paths to what it shows."""
HEAD = "/** What the server sends. Written by tools/page_types.py from the Python side: not by hand. */\n"
PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "Any": "any"}
QUALIFIERS = ("NotRequired", "Required")


def main(arguments: list[str]) -> int:
    """Write the file, or only look whether it is as it should be."""
    wanted = page_types()
    if "--check" not in arguments:
        TARGET.write_text(wanted, encoding="utf-8")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == wanted:
        return 0
    print(f"{TARGET.relative_to(ROOT)} is not up to date: run python {Path(__file__).name}")
    return 1


def page_types() -> str:
    writer = Writer()
    for name in SOURCES:
        writer.read(ast.parse((HOME / name).read_text(encoding="utf-8"), name))
    return HEAD + "".join(writer.parts)


class Writer:
    """Turns declarations into interfaces, one module after the other."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.bounds: dict[str, str] = {}
        """Type variables, with what they are bound by."""
        self.private: dict[str, list[str]] = {}
        """The fields of private TypedDicts: they are written out where they are extended."""

    def read(self, module: ast.Module) -> None:
        """Write what a module declares."""
        for node, after in zip(module.body, [*module.body[1:], None], strict=True):
            if isinstance(node, ast.ClassDef):
                self.interface(node)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.assignment(node.targets[0].id, node.value, comment(after))

    def assignment(self, name: str, value: ast.expr, words: str) -> None:
        """A type variable, a TypedDict with a field that Python could not name, or another name for a type."""
        made = (
            value.func.id
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Name)
            else ""
        )
        if isinstance(value, ast.Call) and made == "TypeVar":
            bound = next(keyword.value for keyword in value.keywords if keyword.arg == "bound")
            self.bounds[name] = typescript(bound)
        elif isinstance(value, ast.Call) and made == "TypedDict":
            fields = value.args[1]
            assert isinstance(fields, ast.Dict)
            mark = "?" if value.keywords else ""
            lines = [
                f"  {key.value}{mark}: {typescript(form)};\n"
                for key, form in zip(fields.keys, fields.values, strict=True)
                if isinstance(key, ast.Constant)
            ]
            if name.startswith("_"):
                self.private[name] = lines
            else:
                self.parts.append(f"\n{doc(words)}export interface {name} {{\n{''.join(lines)}}}\n")
        else:
            self.parts.append(f"\n{doc(words)}export type {name} = {typescript(value)};\n")

    def interface(self, node: ast.ClassDef) -> None:
        extends, generic, lines = [], "", []
        optional = any(keyword.arg == "total" for keyword in node.keywords)
        for base in node.bases:
            if isinstance(base, ast.Subscript) and name_of(base.value) == "Generic":
                variable = name_of(base.slice)
                bound = self.bounds[variable]
                generic = f"<{variable} extends {bound} = {bound}>"
            elif name_of(base) in self.private:
                lines += self.private[name_of(base)]
            elif name_of(base) != "TypedDict":
                extends.append(typescript(base))
        for field, after in zip(node.body, [*node.body[1:], None], strict=True):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                form, mark = field.annotation, "?" if optional else ""
                if isinstance(form, ast.Subscript) and name_of(form.value) in QUALIFIERS:
                    mark = "?" if name_of(form.value) == "NotRequired" else ""
                    form = form.slice
                lines.append(
                    f"{doc(comment(after), '  ')}  {field.target.id}{mark}: {typescript(form)};\n"
                )
        parents = f" extends {', '.join(extends)}" if extends else ""
        words = doc(ast.get_docstring(node) or "")
        self.parts.append(
            f"\n{words}export interface {node.name}{generic}{parents} {{\n{''.join(lines)}}}\n"
        )


def typescript(form: ast.expr) -> str:
    """A type in the page's words.

    >>> typescript(ast.parse("dict[str, list[int | None]]", mode="eval").body)
    'Record<string, (number | null)[]>'
    """
    if isinstance(form, ast.Constant):
        return "null" if form.value is None else str(form.value)
    if isinstance(form, ast.Name):
        return PLAIN.get(form.id, form.id)
    if isinstance(form, ast.BinOp):
        return f"{typescript(form.left)} | {typescript(form.right)}"
    assert isinstance(form, ast.Subscript), ast.dump(form)
    inside = form.slice.elts if isinstance(form.slice, ast.Tuple) else [form.slice]
    kind = name_of(form.value)
    if kind == "Literal":
        return " | ".join(f'"{one.value}"' for one in inside if isinstance(one, ast.Constant))
    parts = [typescript(one) for one in inside]
    if kind == "list":
        return f"({parts[0]})[]" if " | " in parts[0] else f"{parts[0]}[]"
    if kind == "dict":
        return f"Record<{', '.join(parts)}>"
    if kind == "tuple":
        return f"[{', '.join(parts)}]"
    return f"{kind}<{', '.join(parts)}>"


def name_of(form: ast.expr) -> str:
    """The name, empty if it is something else."""
    return form.id if isinstance(form, ast.Name) else ""


def comment(node: ast.stmt | None) -> str:
    """The text that stands below a declaration and says what it is."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return str(node.value.value)
    return ""


def doc(words: str, indent: str = "") -> str:
    """The same as a comment of TypeScript."""
    return f"{indent}/** {' '.join(words.split())} */\n" if words else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
