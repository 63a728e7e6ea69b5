#!/usr/bin/env python3
"""The directions in which the folders may depend on each other, read from the #include lines.

Also: no Qt in the core and the command line, no widgets below the models and the session, no source
longer than 400 lines, and no Qt library in the command line's binary (--binary).
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

MAX_LINES = 400
BASE = ("core/base",)
EXPR = BASE + ("core/expr",)
GRAPH = EXPR + ("core/graph",)
LAYOUT = GRAPH + ("core/layout",)
PLANNER = LAYOUT + ("core/planner",)
GROUPS = PLANNER + ("core/groups",)
TEXT = GROUPS + ("core/text",)
VALUES = ("core", "ui/models", "ui/session", "ui/theme")

# Folder -> the folders it may include from besides itself. The longest matching folder counts.
ALLOWED = {
    "core/base": (),
    "core/expr": BASE,
    "core/graph": EXPR,
    "core/layout": GRAPH,
    "core/planner": LAYOUT,
    "core/groups": PLANNER,
    "core/text": GROUPS + ("core/importers",),
    "core/importers": GROUPS,
    # Reports set what a log told beside what is recomputed.
    "core/exporters": TEXT + ("core/importers",),
    "ui/theme": ("core", "ui/models"),
    "ui/models": VALUES,
    "ui/session": VALUES,
    "ui": ("core", "ui"),
    "app/cli": ("core",),
    "app": ("core", "ui", "app"),
    "tests": ("core", "ui", "app", "tests"),
}
WITHOUT_QT = ("core", "app/cli")
WITHOUT_WIDGETS = ("ui/models", "ui/session")
# The core reads and writes streams that it is given; only opening an input touches files.
WITHOUT_FILES = ("core",)
FILES_ALLOWED = ("core/importers",)
FILE_HEADERS = {"iostream", "fstream", "filesystem"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def inside(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def home(path):
    """The longest folder of ALLOWED that holds a path, or None."""
    return max((f for f in ALLOWED if inside(path, (f,))), key=len, default=None)


def is_qt(header):
    return bool(re.match(r"(Qt[A-Z]\w*/)?Q[A-Z]\w*$|Qt[A-Z]\w*(/.*)?$|qcustomplot\.h$|q[a-z]+\.h$", header))


class Tree:
    """The sources below a folder: path -> [(is a system include, header)]."""

    def __init__(self, root, widgets):
        self.root = pathlib.Path(root)
        self.widgets = widgets
        self.includes = {}
        self.lines = {}
        for top in ("core", "ui", "app", "tests"):
            for path in sorted((self.root / top).rglob("*")):
                if path.suffix in (".h", ".cpp", ".py"):
                    text = path.read_text()
                    name = str(path.relative_to(self.root))
                    self.lines[name] = text.count("\n")
                    if path.suffix != ".py":
                        self.includes[name] = [(kind == "<", h) for kind, h in INCLUDE.findall(text)]

    def problems(self):
        found = [f"{n}: {count} lines, more than {MAX_LINES}" for n, count in self.lines.items() if count > MAX_LINES]
        for name, headers in self.includes.items():
            for system, header in headers:
                found += self.of_include(name, system, header)
        for name in self.includes:
            if inside(name, WITHOUT_WIDGETS):
                found += self.widgets_reached(name)
        return found

    def of_include(self, name, system, header):
        if inside(name, WITHOUT_QT) and is_qt(header):
            yield f"{name}: includes {header}, but {home(name)} knows no Qt"
        if inside(name, WITHOUT_FILES) and not inside(name, FILES_ALLOWED) and header in FILE_HEADERS:
            yield f"{name}: includes {header}, but the core does no input or output of its own"
        if system or not inside(header, ("core", "ui", "app", "tests")):
            return
        folder = home(name)
        if not (self.root / header).exists():
            yield f"{name}: includes {header}, which is not there"
        elif folder is None:
            yield f"{name}: its folder has no rule"
        elif not inside(header, (folder,) + ALLOWED[folder]):
            yield f"{name}: includes {header}, but {folder} may not depend on {header.rsplit('/', 1)[0]}"

    def widgets_reached(self, start):
        """Widget headers that a file includes, also through other headers of the project."""
        seen, queue = {start}, [(start, ())]
        while queue:
            name, way = queue.pop()
            for _, header in self.includes.get(name, ()):
                if header.startswith("QtWidgets/") or header in self.widgets or header == "qcustomplot.h":
                    yield f"{start}: reaches the widget header {header}" + "".join(f" through {w}" for w in way)
                elif header in self.includes and header not in seen:
                    seen.add(header)
                    queue.append((header, way + (header,)))


def widget_headers(folder):
    """Class headers of QtWidgets, less those that Qt 6 moved to QtGui (QAction, QShortcut ...)."""
    folder = pathlib.Path(folder)
    names = {p.name for p in folder.iterdir() if re.match(r"Q[A-Z]", p.name)}
    return names - {p.name for p in (folder.parent / "QtGui").iterdir()}


class SelfTest(unittest.TestCase):
    """The rules see what they are made for: each file of a small tree breaks one."""

    BAD = {
        "core/graph/a.h": ('#include "core/planner/b.h"', "may not depend on core/planner"),
        "core/importers/c.cpp": ('#include "core/text/d.h"', "may not depend on core/text"),
        "core/text/d.h": ('#include <QString>', "knows no Qt"),
        "core/planner/b.h": ('#  include <iostream>', "no input or output"),
        "core/expr/gone.cpp": ('#include "core/expr/nowhere.h"', "which is not there"),
        "ui/panels/p.h": ('#include <QWidget>', None),
        "ui/models/m.cpp": ('#include <QtWidgets/QLabel>', "widget header QtWidgets/QLabel"),
        "ui/session/s.cpp": ('#include "ui/session/t.h"', "QWidget through ui/session/t.h"),
        "ui/session/t.h": ('#include <QWidget>', "widget header QWidget"),
        "ui/models/n.cpp": ('#include "ui/panels/p.h"', "may not depend on ui/panels"),
        "app/cli/main.cpp": ('#include <QtCore/QFile>', "app/cli knows no Qt"),
        "core/layout/long.cpp": ("\n" * (MAX_LINES + 1), "more than 400"),
        "core/other/x.cpp": ('#include "core/base/y.h"', "its folder has no rule"),
        "core/base/y.h": ("#include <vector>", None),
        "ui/models/good.cpp": ('#include <QAction>\n#include "core/base/y.h"', None),
        "core/exporters/good.cpp": ('#include "core/planner/b.h"\n#include "core/exporters/good.h"', None),
        "core/exporters/good.h": ("#include <map>", None),
    }

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, (text, _) in self.BAD.items():
            path = pathlib.Path(folder.name, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")
        self.found = Tree(folder.name, {"QWidget", "QLabel"}).problems()

    def test_each_bad_file_is_found(self):
        for name, (_, words) in self.BAD.items():
            mine = [p for p in self.found if p.startswith(name + ":")]
            with self.subTest(name):
                if words is None:
                    self.assertEqual(mine, [])
                else:
                    self.assertTrue(any(words in p for p in mine), mine)


def binary_problems(binary):
    """Qt libraries that a program is linked with."""
    run = subprocess.run(["readelf", "-d", binary], capture_output=True, text=True, check=True)
    return [f"{binary}: needs {n}" for n in re.findall(r"NEEDED.*\[(.*)\]", run.stdout) if n.startswith("libQt")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", help="the repository")
    parser.add_argument("--widgets", required=True, help="the folder of Qt's QtWidgets headers")
    parser.add_argument("--binary", action="append", default=[], help="a program that must not need Qt")
    args = parser.parse_args()
    result = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(SelfTest))
    tree = Tree(args.root, widget_headers(args.widgets))
    problems = tree.problems() + [p for b in args.binary for p in binary_problems(b)]
    print(*problems, sep="\n")
    print(f"{len(tree.lines)} files read, {len(problems)} problems")
    return 0 if result.wasSuccessful() and not problems and tree.includes else 1


if __name__ == "__main__":
    sys.exit(main())
