import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineTools } from '../../support/engine-tools.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { fix, triesOf } from './run-fix.ts';

/** Takes out what is wrong, and says no more than it must. */
const agent = `
const fs = require('node:fs');
const { run_id, task_id } = JSON.parse(fs.readFileSync(0, 'utf8'));
const file = 'src/shop/cart.py';
fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('lines[1:]', 'lines'));
const diff_stat = { insertions: 1, deletions: 1 };
console.log(JSON.stringify({
  schema_version: 1, run_id, task_id, status: 'success', summary: 'All lines are counted.',
  changes: { files_changed: [file], files_created: [], files_deleted: [], diff_stat },
  actions: { commands_ran: [], tests_ran: [] },
  validation: { validation_exit_code: 0, validation_summary: {} },
  notes: { systematic_issue: false, suggested_followups: [] },
  artifacts: { prompt_ref: '', stdout_ref: '', stderr_ref: '', patch_ref: '' },
}));
`;

/** A program that is installed from its own folder, with a bug that one test tells. */
const files = {
  '.gitignore': '.venv\n.ratchetr\n*.egg-info\n_version.py\n',
  'setup.py':
    'from setuptools import setup\nsetup(name="shop", packages=["shop"], package_dir={"": "src"})\n',
  'src/shop/__init__.py': 'from shop._version import version\nfrom shop.cart import total\n',
  'src/shop/cart.py': 'def total(lines):\n    return sum(lines[1:])\n',
  'tests/test_cart.py':
    'from shop import total, version\n\ndef test_total():\n    assert (total([1, 2]), version) == (3, "1.0")\n',
  'ratchetr.yaml': JSON.stringify({
    version: 1,
    check: { engines: ['pytest'] },
    agents: {
      order: ['command'],
      settings: { command: { command: [process.execPath, '-e', agent] } },
    },
    retry: { maxAttempts: 1, backoff: { initial: '10ms', factor: 1, max: '10ms' } },
  }),
};

interface Place {
  readonly root: string;
  readonly python: string;
  readonly packages: string;
}

/** Ways in which an environment comes to import the code of a repository. */
const installations: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  'by a path': async ({ root, python }) => {
    const develop = ['setup.py', '--quiet', 'develop', '--no-deps'];
    execFileSync(python, develop, { cwd: root, stdio: 'pipe' });
  },
  'by a finder': async ({ root, packages }) => {
    const finder = '__editable___shop_1_0_finder';
    await writeFile(join(packages, `${finder}.py`), finderOf({ shop: join(root, 'src/shop') }));
    const start = `import ${finder}; ${finder}.install()`;
    await writeFile(join(packages, '__editable__.shop-1.0.pth'), start);
  },
};

/** What setuptools writes, as far as it counts here. */
function finderOf(mapping: Readonly<Record<string, string>>): string {
  return [
    'import sys',
    'from importlib.util import spec_from_file_location',
    `MAPPING: dict[str, str] = ${JSON.stringify(mapping).replaceAll('"', "'")}`,
    'class _EditableFinder:',
    '    @classmethod',
    '    def find_spec(cls, fullname, path=None, target=None):',
    '        if fullname in MAPPING:',
    '            return spec_from_file_location(fullname, MAPPING[fullname] + "/__init__.py")',
    'def install():',
    '    sys.meta_path.append(_EditableFinder)',
    '',
  ].join('\n');
}

/** The environment of the repository, in which the tools are those of the tests. */
async function environmentIn(root: string): Promise<Place> {
  const environment = join(root, '.venv');
  execFileSync('python3', ['-m', 'venv', '--without-pip', environment]);
  const [version = ''] = readdirSync(join(environment, 'lib'));
  const packages = join(environment, 'lib', version, 'site-packages');
  const tools = join((await engineTools()).environment, 'lib', version, 'site-packages');
  for (const name of readdirSync(tools)) symlinkSync(join(tools, name), join(packages, name));
  return { root, packages, python: join(environment, 'bin/python') };
}

/** Makes a finding go by deleting the module that it is in, which another one imports. */
const deleting = agent
  .replace(/^fs\.writeFileSync.*$/m, 'fs.rmSync(file);')
  .replace('files_deleted: []', 'files_deleted: [file]');

const typed = {
  ...files,
  'src/shop/py.typed': '',
  'src/shop/cart.py': 'def total(lines: list[int]) -> str:\n    return sum(lines)\n',
  'src/shop/__init__.py': '',
  'tests/test_cart.py': 'from shop.cart import total\n\ntotal([])\n',
  'mypy.ini': '[mypy]\nfiles = src/shop, tests\n',
  'ratchetr.yaml': files['ratchetr.yaml']
    .replace('["pytest"]', '["mypy"]')
    .replace(JSON.stringify(agent).slice(1, -1), JSON.stringify(deleting).slice(1, -1)),
};

describe('a session judges the code of its copies', () => {
  it.each(Object.entries(installations))(
    'though the environment imports that of the repository %s',
    async (_, install) => {
      const { root, git } = await gitRepository(files);
      await writeFile(join(root, 'src/shop/_version.py'), 'version = "1.0"\n');
      await install(await environmentIn(root));
      const { code, report } = await fix(root, ['--branch', 'fixes']);
      expect(triesOf(report)).toEqual({ 'pytest tests/test_cart.py': ['command: accepted'] });
      expect(report.summary).toMatchObject({ outcome: 'green' });
      expect(code).toBe(0);
      expect(git('diff', '--name-only', 'main', 'fixes')).toBe('src/shop/cart.py');
      expect(git('status', '--porcelain')).toBe('');
    },
  );

  it('in which a module that others need is not deleted to be rid of its finding', async () => {
    const { root } = await gitRepository(typed);
    await (installations['by a path'] ?? (async () => {}))(await environmentIn(root));
    const { report } = await fix(root);
    expect(triesOf(report)).toEqual({
      'mypy src/shop/cart.py': [expect.stringContaining('SCOPE_SHRUNK')],
    });
    expect(report.summary?.outcome).toBe('unchanged');
  });

  it('and pays nobody where a tool would find that of the repository all the same', async () => {
    const { root } = await gitRepository(files);
    const place = await environmentIn(root);
    // As it is made from parts of a path, nothing shows where it leads.
    const lines = `import sys, os; sys.path.append(os.path.join(${JSON.stringify(
      root.slice(0, -2),
    )} + ${JSON.stringify(root.slice(-2))}, "src"))`;
    await writeFile(join(place.packages, 'shop.pth'), `${lines}\n`);
    const { report } = await fix(root);
    expect(report.summary).toMatchObject({ outcome: 'failed' });
    expect(report.summary?.sentence).toMatch(
      /^pytest would judge the code of the repository .* module shop in .*src\/shop/,
    );
    expect(triesOf(report)).toEqual({});
  });
});
