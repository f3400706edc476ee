import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '#model/ids.ts';
import {
  type EnvironmentFolder,
  findEnvironment,
  makeEnvironment,
  pruneEnvironments,
  sealEnvironment,
} from '#platform/files/environments.ts';
import { holdAlone, isHeld } from '#store/sqlite/hold-alone.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { pinnedNode } from '../../cli/start-program.ts';

const name = (letter: string) => sha256.parse(letter.repeat(64));

async function anEnvironmentFolder(): Promise<EnvironmentFolder> {
  return {
    root: await tempFolder(),
    clock: { now: () => Date.now() },
    hold: holdAlone,
    isHeld,
    reclaim: async (folder) => void execFileSync('chmod', ['-R', 'u+rwX', folder]),
    remove: async (folder) => {
      execFileSync('sh', ['-c', 'chmod -R u+w "$0" 2>/dev/null; rm -rf "$0"', folder]);
    },
  };
}

const tracked = ['package.json', 'src/a.js', 'packages/one/package.json'];

/** What a set-up leaves: dependencies, a link between them, a link to the project, and what it built. */
const installed = {
  'node_modules/left/index.js': 'module.exports = 1;\n',
  'node_modules/left/bin/run': '#!/bin/sh\n',
  '.venv/pyvenv.cfg': 'home = /usr/bin\n',
  '.venv/bin/tool': 'tool\n',
  'packages/one/dist/index.js': 'built\n',
};

function plant(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

async function anEnvironment(own: EnvironmentFolder) {
  const made = makeEnvironment(own, 'shop');
  plant(made.folder, Object.fromEntries(tracked.map((path) => [path, 'source\n'])));
  plant(made.folder, installed);
  plant(made.home, { '.local/bin/grep': 'false\n' });
  symlinkSync('../packages/one', join(made.folder, 'node_modules/one'));
  symlinkSync(process.execPath, join(made.folder, '.venv/bin/python'));
  return { made, sealed: await sealEnvironment(own, made, new Set(tracked)) };
}

describe('a sealed environment', () => {
  it('holds what set-up made, and nothing of the sources or of its home', async () => {
    const own = await anEnvironmentFolder();
    const { made, sealed } = await anEnvironment(own);
    expect([...sealed.links].toSorted()).toEqual(['.venv', 'node_modules']);
    expect(sealed.files).toEqual(['packages/one/dist/index.js']);
    for (const path of tracked) expect(existsSync(join(made.folder, path))).toBe(false);
    expect(existsSync(join(made.folder, 'src'))).toBe(false);
    expect(existsSync(made.home)).toBe(false);
    expect(statSync(join(made.folder, '.venv/bin/tool')).mode & 0o222).toBe(0);
    expect(await sealed.findChanges()).toEqual([]);
  });

  it('is found by its name, and read again only where a file does not stand as it was noted', async () => {
    const own = await anEnvironmentFolder();
    const { sealed } = await anEnvironment(own);
    await sealed.keep(name('a'));
    await sealed.release();
    expect(await findEnvironment(own, name('b'))).toBeUndefined();
    const found = await findEnvironment(own, name('a'));
    expect(found).toMatchObject({ folder: sealed.folder, links: sealed.links });
    // The same bytes under another time: nothing was changed by it.
    utimesSync(join(sealed.folder, '.venv/bin/tool'), 1, 1);
    expect(await findEnvironment(own, name('a'))).toBeDefined();
  });

  it('that is kept under no name goes with its run', async () => {
    const own = await anEnvironmentFolder();
    const { made, sealed } = await anEnvironment(own);
    await sealed.release();
    expect(existsSync(made.folder)).toBe(false);
    expect(readdirSync(own.root)).toEqual([]);
  });
});

/** Each as an agent does it who may write there, as root may. */
const attacks: Readonly<Record<string, (folder: string) => void>> = {
  'another byte': (folder) => {
    chmodSync(join(folder, '.venv/bin/tool'), 0o755);
    writeFileSync(join(folder, '.venv/bin/tool'), 'evil\n');
  },
  'another byte, with the old time and rights': (folder) => {
    const path = join(folder, 'node_modules/left/index.js');
    const { mode, atime, mtime } = statSync(path);
    chmodSync(path, 0o644);
    writeFileSync(path, 'module.exports = 2;\n');
    utimesSync(path, atime, mtime);
    chmodSync(path, mode);
  },
  'a byte that is put back': (folder) => {
    const path = join(folder, 'node_modules/left/index.js');
    const text = readFileSync(path);
    chmodSync(path, 0o644);
    appendFileSync(path, 'evil');
    writeFileSync(path, text);
    chmodSync(path, 0o444);
  },
  'one more file': (folder) => {
    chmodSync(join(folder, '.venv'), 0o755);
    writeFileSync(join(folder, '.venv/sitecustomize.py'), 'evil\n');
  },
  'one more file that goes again': (folder) => {
    writeFileSync(join(folder, '.venv/sitecustomize.py'), 'evil\n');
    rmSync(join(folder, '.venv/sitecustomize.py'));
  },
  'a missing file': (folder) => rmSync(join(folder, 'packages/one/dist/index.js')),
  'another file in its place': (folder) => {
    writeFileSync(join(folder, 'node_modules/left/next'), 'module.exports = 1;\n');
    renameSync(join(folder, 'node_modules/left/next'), join(folder, 'node_modules/left/index.js'));
  },
  'another interpreter': (folder) => {
    rmSync(join(folder, '.venv/bin/python'));
    symlinkSync('/bin/true', join(folder, '.venv/bin/python'));
  },
  'a folder in place of a file': (folder) => {
    rmSync(join(folder, '.venv/bin/tool'));
    mkdirSync(join(folder, '.venv/bin/tool'));
  },
  'the right to run': (folder) => chmodSync(join(folder, '.venv/bin/tool'), 0o555),
};

describe('a change of a sealed environment is seen', () => {
  const others = new Set([
    'a byte that is put back',
    'one more file that goes again',
    'another file in its place',
  ]);
  it.each(Object.entries(attacks))('%s', async (what, attack) => {
    const own = await anEnvironmentFolder();
    const { made, sealed } = await anEnvironment(own);
    await sealed.keep(name('a'));
    execFileSync('chmod', ['u+w', join(made.folder, '.venv/bin'), join(made.folder, '.venv')]);
    execFileSync('chmod', [
      '-R',
      'u+w',
      join(made.folder, 'node_modules'),
      join(made.folder, 'packages'),
    ]);
    attack(made.folder);
    execFileSync('chmod', ['-R', 'a-w', made.folder]);
    expect(await sealed.findChanges()).not.toEqual([]);
    await sealed.release();
    // For a later run only what it holds counts.
    const found = await findEnvironment(own, name('a'));
    expect(found === undefined).toBe(!others.has(what));
    expect(existsSync(made.folder)).toBe(found !== undefined);
  });

  it('one of the seal itself', async () => {
    const own = await anEnvironmentFolder();
    const { made, sealed } = await anEnvironment(own);
    await sealed.keep(name('a'));
    await sealed.release();
    const path = join(own.root, made.id, 'seal.json');
    chmodSync(path, 0o600);
    writeFileSync(path, readFileSync(path, 'utf8').replace('".venv"', '".other"'));
    expect(await findEnvironment(own, name('a'))).toBeUndefined();
  });
});

describe('clearing up', () => {
  it('removes what was not used for the longest time, never what is in use, and what nobody finds', async () => {
    const own = await anEnvironmentFolder();
    const [old, used, young] = [
      await anEnvironment(own),
      await anEnvironment(own),
      await anEnvironment(own),
    ];
    for (const [index, { sealed }] of [old, used, young].entries()) {
      await sealed.keep(name('abc'[index] ?? ''));
      const path = join(own.root, `${name('abc'[index] ?? '')}.json`);
      utimesSync(path, 1_000 + index, 1_000 + index);
    }
    await old.sealed.release();
    await young.sealed.release();
    const begun = makeEnvironment(own, 'shop');
    const dead = makeEnvironment(own, 'shop');
    dead.release();
    await pruneEnvironments(own, bytesOf(own, 'c'));
    expect(await findEnvironment(own, name('a'))).toBeUndefined();
    expect(await findEnvironment(own, name('b'))).toBeDefined();
    expect(await findEnvironment(own, name('c'))).toBeDefined();
    const there = [old.made, used.made, young.made, begun, dead].map(({ id }) =>
      existsSync(join(own.root, id)),
    );
    expect(there).toEqual([false, true, true, true, false]);
  });
});

function bytesOf(own: EnvironmentFolder, letter: string): number {
  const { bytes } = JSON.parse(readFileSync(join(own.root, `${name(letter)}.json`), 'utf8'));
  return bytes;
}

describe('a process that is killed while it builds an environment', () => {
  const program = join(import.meta.dirname, 'programs/build-environment.ts');

  it('leaves a whole one or none, at whichever step', async () => {
    let step = 0;
    let found = 0;
    for (;;) {
      const own = await anEnvironmentFolder();
      step += 1;
      const ended = tryRun(program, own.root, step);
      const sealed = await findEnvironment(own, name('a'));
      if (sealed !== undefined) found += 1;
      const texts = sealed && [readFileSync(join(sealed.folder, '.venv/bin/tool'), 'utf8')];
      expect(texts ?? ['tool\n']).toEqual(['tool\n']);
      await sealed?.release();
      await pruneEnvironments(own, sealed === undefined ? 0 : Infinity);
      const left = readdirSync(own.root, { withFileTypes: true }).filter((one) =>
        one.isDirectory(),
      );
      expect(left).toHaveLength(sealed === undefined ? 0 : 1);
      if (ended === 'whole') break;
    }
    expect(found).toBeGreaterThan(0);
    expect(step).toBeGreaterThan(20);
  });
});

function tryRun(program: string, root: string, step: number): 'killed' | 'whole' {
  try {
    execFileSync(pinnedNode, [program, root, String(step), name('a')], { stdio: 'pipe' });
    return 'whole';
  } catch (error) {
    if (error instanceof Error && 'signal' in error && error.signal === 'SIGKILL') return 'killed';
    throw error;
  }
}
