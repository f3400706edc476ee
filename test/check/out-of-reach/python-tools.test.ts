import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkAll,
  hostileProject,
  type HostileProject,
  ownEnvironment,
  runBare,
} from './hostile-project.ts';

/** Each tool with a fault that it finds, and how a project starts it. */
const tools = {
  ruff: {
    files: { 'pyproject.toml': '[tool.ruff.lint]\nselect = ["F"]\n', 'shop/a.py': 'import os\n' },
    bare: ['ruff', 'check', '.'],
    rule: 'F401',
  },
  mypy: {
    files: { 'mypy.ini': '[mypy]\nfiles = shop\n', 'shop/a.py': 'x: int = ""\n' },
    bare: ['mypy', '--cache-dir=/dev/null'],
    rule: 'assignment',
  },
  pylint: {
    files: {
      '.pylintrc': '[MAIN]\ndisable=all\nenable=unused-import\n',
      'shop/a.py': 'import os\n',
    },
    bare: ['pylint', 'shop'],
    rule: 'unused-import',
  },
  flake8: {
    files: { '.flake8': '[flake8]\nselect = F\n', 'shop/a.py': 'import os\n' },
    bare: ['flake8', 'shop'],
    rule: 'F401',
  },
} as const;

type Tool = keyof typeof tools;

interface Attack {
  readonly name: string;
  readonly on: readonly Tool[];
  readonly plant: (project: HostileProject, tool: Tool, site: string) => Promise<void>;
  /** What the caller has in the environment. */
  readonly env?: (project: HostileProject) => Readonly<Record<string, string>>;
}

const all: readonly Tool[] = ['ruff', 'mypy', 'pylint', 'flake8'];

const attacks: readonly Attack[] = [
  {
    name: 'a module with the name of the tool',
    on: all,
    plant: ({ write, python }, tool) => write({ [`${tool}.py`]: `${python}print("[]")\n` }),
  },
  {
    name: 'a package with the name of the tool',
    on: ['ruff', 'mypy'],
    plant: ({ write, python }, tool) =>
      write({ [`${tool}/__init__.py`]: '', [`${tool}/__main__.py`]: python }),
  },
  {
    name: 'a module of the standard library',
    on: ['mypy', 'flake8'],
    plant: ({ write, python }) =>
      write({ 'json.py': python, 'json/__init__.py': python, 'argparse.py': python }),
  },
  {
    name: 'a module that the tool has from elsewhere',
    on: ['flake8'],
    plant: ({ write, python }) =>
      write({
        'pyflakes/__init__.py': python,
        'pycodestyle.py': python,
      }),
  },
  {
    name: 'a sitecustomize in the sources that an editable installation leads to',
    on: ['ruff', 'mypy', 'pylint'],
    plant: async ({ root, write, python }, _, site) => {
      await writeFile(join(site, 'shop.pth'), `${join(root, 'src')}\n`);
      await write({ 'src/sitecustomize.py': python });
    },
  },
  {
    name: 'a path file that is executed',
    on: ['ruff', 'mypy'],
    plant: async ({ write, python }, _, site) => {
      await writeFile(join(site, 'shop.pth'), `import os; ${python}`);
      await write({ 'src/b.py': '' });
    },
  },
  {
    name: 'a module that a path file loads from the sources',
    on: ['flake8'],
    plant: async ({ root, write, python }, _, site) => {
      await writeFile(join(site, 'a.pth'), `${join(root, 'src')}\nimport loaded_by_path_file\n`);
      await write({ 'src/loaded_by_path_file.py': python });
    },
  },
  {
    name: 'a module that the tool loads where it is there, in the sources of an editable installation',
    on: ['mypy'],
    plant: async ({ root, write, python }, _, site) => {
      await writeFile(join(site, 'shop.pth'), `${join(root, 'src')}\n`);
      await write({ 'src/orjson.py': `${python}raise ImportError\n` });
    },
  },
  {
    name: 'PYTHONPATH and PYTHONSTARTUP of the caller',
    on: ['ruff', 'pylint'],
    plant: ({ write, python }) => write({ 'src/sitecustomize.py': python }),
    env: ({ root }) => ({ PYTHONPATH: join(root, 'src'), PYTHONSTARTUP: 'src/sitecustomize.py' }),
  },
];

const cases = attacks.flatMap((attack) => attack.on.map((tool) => ({ ...attack, tool })));

describe('a tool of Python that executes nothing of a repository', () => {
  it.each(cases)('$tool: not by $name', async ({ tool, plant, env }) => {
    const { files, bare, rule } = tools[tool];
    const project = await hostileProject(files);
    const site = await ownEnvironment(project.root);
    await plant(project, tool, site);
    project.commit('Change');
    const surroundings = env?.(project) ?? {};
    const { rules } = await checkAll(project.root, surroundings, ['--engine', tool]);
    expect(rules).toEqual({ [tool]: [rule] });
    expect(project.hasRun()).toBe(false);
    // Started as the project starts it, the tool is taken in.
    runBare(project.root, ['.venv/bin/python', '-m', ...bare], surroundings);
    expect(project.hasRun()).toBe(true);
  });
});
