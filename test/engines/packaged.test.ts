import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadEnginePackages } from '#check/prepare/load-packages.ts';
import { listPackageFaults } from '#engines/check-package.ts';
import { configureEngines } from '#engines/declared.ts';
import { readPackagedEngine } from '#engines/packaged.ts';
import { engines as builtIn } from '#engines/registry.ts';
import { createEnginePackages } from '#platform/files/engine-packages.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { repositoryOf, runReal } from './real-run.ts';

const fixture = join(import.meta.dirname, '../fixtures/engine-package');
const from = 'package:ratchetr-engine-todo';

/** Where Ratchetr is installed, with the package beside it as npm packs it. */
async function installPacked(): Promise<string> {
  const folder = await tempFolder();
  const target = join(folder, 'lib/node_modules/ratchetr-engine-todo');
  await mkdir(target, { recursive: true });
  const packed = execFileSync('npm', ['pack', fixture, '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const archive = join(folder, packed.trim().split('\n').at(-1) ?? '');
  execFileSync('tar', ['xzf', archive, '-C', target, '--strip-components=1']);
  return join(folder, 'lib/node_modules/ratchetr');
}

async function declaredFrom(installed: string) {
  const settings = { from };
  const packages = await loadEnginePackages(createEnginePackages(installed), {
    engines: { words: settings },
    profiles: {},
  });
  return configureEngines(builtIn, {
    ids: ['words'],
    settingsOf: (id) => (id === 'words' ? settings : {}),
    asked: [],
    packages,
  });
}

describe('an engine from a package', () => {
  it('judges like any other', async () => {
    const { engines, problems } = await declaredFrom(await installPacked());
    expect(problems).toEqual([]);
    const engine = engines.find(({ id }) => id === 'words');
    if (engine === undefined) throw new Error('there is no such engine');
    expect(engine.title).toBe('words (Words of intent)');
    const files = { 'a.txt': 'one\n# TODO: two\n' };
    const found = await runReal(engine, { folder: await repositoryOf(files), program: ['grep'] });
    expect(found.said).toBe('diagnostic, 1');
    expect(found.findings).toMatchObject([{ line: 2, rule: 'TODO', message: 'TODO: two' }]);
    const clean = { folder: await repositoryOf({ 'a.txt': '' }), program: ['grep'] as const };
    expect((await runReal(engine, clean)).said).toBe('success, 0');
  });

  it('is never one that the repository brings', async () => {
    const repository = await tempFolder();
    const own = join(repository, 'node_modules/ratchetr-engine-todo');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'package.json'), '{"main":"a.mjs"}');
    await writeFile(join(own, 'a.mjs'), 'throw new Error("it ran");\n');
    const { problems } = await declaredFrom(await tempFolder());
    expect(problems).toMatchObject([
      {
        code: 'UNKNOWN_ENGINE',
        message: expect.stringContaining('is not installed beside Ratchetr'),
      },
    ]);
  });

  it('that cannot be loaded is a problem, and no crash', async () => {
    const folder = await tempFolder();
    const own = join(folder, 'node_modules/ratchetr-engine-todo');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'package.json'), '{"main":"a.mjs"}');
    await writeFile(join(own, 'a.mjs'), 'throw new Error("no");\n');
    const { problems } = await declaredFrom(folder);
    expect(problems[0]?.message).toContain('ratchetr-engine-todo cannot be loaded: Error: no');
  });
});

const load = async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(fixture, join(folder, 'node_modules/ratchetr-engine-todo'));
  const loaded = await createEnginePackages(folder).load('ratchetr-engine-todo');
  if (loaded.kind === 'refused') throw new Error(loaded.sentence);
  return Object(loaded.value);
};

describe('the contract of a package', () => {
  it('is kept by the example', async () => {
    const samples = [{ name: 'found.txt', text: 'a.py:3:# FIXME later\n' }];
    expect(listPackageFaults(await load(), samples)).toEqual([]);
  });

  it('names everything that is wrong with the shape', () => {
    const read = readPackagedEngine('p', { contract: 2, title: '', judges: /x/g, extra: 1 });
    expect(read.kind === 'refused' ? read.faults.toSorted() : []).toEqual([
      'engine.check is missing or wrong; write a map of args, failures and ignoreExit',
      'engine.contract is missing or wrong; write 1, the contract that this version of Ratchetr knows',
      'engine.judges is missing or wrong; write a regular expression that keeps no state: no g, no y',
      'engine.parse is missing or wrong; write a function that reads what the tool printed',
      'engine.program is missing or wrong; write a map whose kind is binary, python-module or node-bin',
      'engine.title is missing or wrong; write a sentence',
      'engine.versionPattern is missing or wrong; write a regular expression',
      'engine: extra is not known; remove it',
    ]);
  });

  it.each<[string, (output: { stdout: string }) => unknown, RegExp]>([
    ['throws', () => JSON.parse('{'), /^parse: it throws for /],
    ['keeps state', () => [{ path: 'a', message: String(Math.random()) }], /keep no state$/],
    ['gives another shape', () => [{ path: 'a', line: 0 }], /line.* write a line, counted from 1$/],
    ['finds nothing', () => [], /^parse: it finds nothing in found.txt/],
  ])('is broken by one whose parser %s', async (_, parse, fault) => {
    const samples = [{ name: 'found.txt', text: 'x' }];
    const faults = listPackageFaults({ ...(await load()), parse }, samples);
    expect(faults.join('\n')).toMatch(new RegExp(fault, 'm'));
  });

  it('makes no report of what a parser throws or makes up', async () => {
    for (const parse of [() => JSON.parse('{'), () => [{ line: 'x' }]]) {
      const reading = readPackagedEngine('p', { ...(await load()), parse });
      if (reading.kind === 'refused') throw new Error(reading.faults.join());
      const output = { stdout: '', stderr: '', reports: new Map(), cwd: '/repo' };
      expect(reading.engine.parse(output).facts.state).toBe('invalid');
    }
  });
});
