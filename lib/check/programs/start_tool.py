"""Starts a tool of Python that is to read a repository without running any of it.

    python -I -S start_tool.py MODULE FOLDERS ARGUMENT...

The process loads what is installed and nothing else: no path file is executed, no sitecustomize is
loaded, and whatever becomes of sys.path, imports look only where packages are installed. A tool that
resolves the imports of the code that it judges reads sys.path for that, so there FOLDERS come first
and the folders that path files name come last. For an environment among FOLDERS, its packages do.
"""

import glob
import os
import runpy
import site
import sys
from importlib.machinery import PathFinder


def open_environment():
    """As the interpreter does it at its start, without what packages have it execute."""
    site.addpackage = lambda *_, **__: None
    site.execsitecustomize = lambda: None
    site.main()


def is_environment(folder):
    return os.path.isfile(os.path.join(folder, "pyvenv.cfg"))


def packages_of(folder):
    if not is_environment(folder):
        return []
    return sorted(glob.glob(os.path.join(glob.escape(folder), "lib/python3*/site-packages")))


def folders_of_path_files(installed):
    for folder in installed:
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        for name in names:
            if name.endswith(".pth") and not name.startswith("."):
                yield from folders_in(folder, name)
            elif name.startswith("__editable__") and name.endswith("_finder.py"):
                yield from folders_of_finder(folder, name)


def folders_in(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as lines:
        for line in (line.rstrip() for line in lines):
            if line and not line.startswith(("#", "import ", "import\t")):
                named = os.path.abspath(os.path.join(folder, line))
                if os.path.exists(named):
                    yield named


def folders_of_finder(folder, name):
    """Where setuptools maps modules to, read and not executed."""
    import ast

    with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
        statements = ast.parse(file.read()).body
    for one in statements:
        targets = one.targets if isinstance(one, ast.Assign) else [getattr(one, "target", None)]
        if any(getattr(target, "id", None) == "MAPPING" for target in targets):
            for module, place in ast.literal_eval(one.value).items():
                if os.path.splitext(os.path.basename(place))[0] == module.rpartition(".")[2]:
                    yield os.path.dirname(place)


def import_only_from(installed):
    class InstalledFinder(PathFinder):
        @classmethod
        def find_spec(cls, fullname, path=None, target=None):
            return super().find_spec(fullname, installed if path is None else path, target)

        # By this a package without a file of its own looks again when sys.path has changed.
        @classmethod
        def _get_spec(cls, fullname, path, target=None):
            return super()._get_spec(fullname, path if "." in fullname else installed, target)

    sys.meta_path[:] = [InstalledFinder if one is PathFinder else one for one in sys.meta_path]


def main():
    module, folders, *arguments = sys.argv[1:]
    open_environment()
    installed = list(sys.path)
    import_only_from(installed)
    read = [os.path.abspath(one) for one in folders.split(os.pathsep) if one]
    others = [one for folder in read for one in packages_of(folder)]
    first = [one for one in read if not is_environment(one)]
    last = folders_of_path_files([*installed, *others])
    sys.path[:] = dict.fromkeys([*first, *installed, *others, *last])
    sys.argv[:] = [module, *arguments]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except ImportError as error:
        if error.name is not None or not str(error).startswith("No module named"):
            raise
        sys.exit("{}: {}".format(sys.executable, error))


if __name__ == "__main__":
    main()
