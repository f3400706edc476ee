import { describe, expect, it } from 'vitest';
import { checkReport } from '#model/check-report.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { orSkip } from '../../support/out-of-reach.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { launched, type PullRequestGround } from './ground.ts';

const integrity =
  'sha512-i2tDNA0O5IrMO757lfrdQZCc2jPNDVntV0m/+4whiDfWaTKfMNgR7Qz0NAeGz/nRqF4m5/6CLzbP4/liHt12Ew==';
const prettier = { version: '3.3.3', integrity, dev: true, bin: { prettier: 'bin/prettier.cjs' } };
const devDependencies = { prettier: '3.3.3' };

interface Project {
  readonly files: Readonly<Record<string, string>>;
  /** A change that one of its tools finds something in. */
  readonly wrong: Readonly<Record<string, string>>;
  readonly found: string;
  /** A change of what is installed. */
  readonly otherInputs: Readonly<Record<string, string>>;
}

const npm: Project = {
  files: {
    '.gitignore': 'node_modules\n',
    'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', devDependencies }),
    'package-lock.json': JSON.stringify({
      name: 'shop',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'shop', version: '1.0.0', devDependencies },
        'node_modules/prettier': prettier,
      },
    }),
    '.prettierrc': '{}\n',
    'src/a.js': 'export const a = 1;\n',
    'ratchetr.yaml': JSON.stringify({ version: 1, check: { engines: ['prettier'] } }),
  },
  wrong: { 'src/b.js': 'export   const b = 1\n' },
  found: 'src/b.js',
  otherInputs: {
    'package.json': JSON.stringify({
      name: 'shop',
      version: '1.0.0',
      description: 'More',
      devDependencies,
    }),
  },
};

const python: Project = {
  files: {
    '.gitignore': '.venv\n*.egg-info\n',
    'pyproject.toml': [
      '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"',
      '[project]\nname = "shop"\nversion = "1.0"',
      '[tool.setuptools.packages.find]\nwhere = ["src"]\n',
    ].join('\n'),
    'requirements-dev.txt': 'pytest==8.3.3\n',
    'src/shop/__init__.py': 'def total(items):\n    return sum(items)\n',
    'tests/test_shop.py':
      'from shop import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n',
    'ratchetr.yaml': JSON.stringify({ version: 1, check: { engines: ['pytest'] } }),
  },
  wrong: { 'src/shop/__init__.py': 'def total(items):\n    return sum(items) + 1\n' },
  found: 'tests/test_shop.py',
  otherInputs: { 'requirements-dev.txt': 'pytest==8.3.3\niniconfig==2.0.0\n' },
};

/** A pull request of a project, in a worker with this cache. */
async function check(ground: PullRequestGround, cache: string) {
  const worker = await launched(ground, { work: 'check' });
  const { code, stderr } = await worker.start({ XDG_CACHE_HOME: cache }).ended;
  const log = `${(await worker.artifact('setup.log')) ?? ''}${(await worker.artifact('setup-2.log')) ?? ''}`;
  const text = await worker.artifact('check-report.json');
  if (text === undefined) throw Object.assign(new Error(stderr), { stderr: `${stderr}\n${log}` });
  const { engines } = checkReport.parse(JSON.parse(text));
  const findings = engines.flatMap((one) => one.findings);
  return {
    code,
    /** Commands of set-up that ran. */
    commands: log.split('\n').filter((line) => line.startsWith('$ ')).length,
    errors: engines.flatMap(({ outcome }) => outcome.error?.message ?? []),
    found: findings.filter(({ status }) => status === 'new').map(({ filePath }) => filePath),
    left: worker.left(),
  };
}

async function plant({ files, wrong, otherInputs }: Project) {
  const repository = await gitRepository(files);
  const { git, write, commit } = repository;
  const branch = async (name: string, changed: Readonly<Record<string, string>>) => {
    git('checkout', '-qb', name, 'main');
    await write(changed);
    commit(name);
    return { repository, head: name, base: 'main' };
  };
  return {
    first: await branch('first', wrong),
    second: await branch('second', { ...wrong, 'docs.md': 'more\n' }),
    other: await branch('other', { ...wrong, ...otherInputs }),
  };
}

describe.each([
  ['npm', npm],
  ['pip', python],
])('what %s installs', (_, project) => {
  it('is installed once for all heads that leave it alone, and anew for one that changes it', async () => {
    const cache = await tempFolder();
    const { first, second, other } = await plant(project);
    const begun = await orSkip(check(first, cache));
    const found = [project.found];
    expect(begun).toMatchObject({ code: 0, errors: [], found, left: [] });
    expect(begun.commands).toBeGreaterThan(0);
    const again = await check(second, cache);
    expect(again).toMatchObject({ code: 0, commands: 0, errors: [], found, left: [] });
    const own = await check(other, cache);
    expect(own).toMatchObject({ errors: [], found, left: [] });
    expect(own.commands).toBe(begun.commands);
    // What a head has of its own is kept for nobody.
    expect((await check(other, cache)).commands).toBe(begun.commands);
    expect((await check(first, cache)).commands).toBe(0);
  });
});
