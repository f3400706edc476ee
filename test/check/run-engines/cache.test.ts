import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createInstalled } from '#platform/files/installed.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { aPlace, type Place } from './a-tool.ts';

type Change = (place: Place) => Promise<void>;

const nothing: Change = async () => {};
const unrelated: Change = ({ write }) => write('docs/page.dat', 'text');

/** A run, a change, and the same again: how often the tool was started for it. */
async function startsAfter(
  change: Change,
  options: Parameters<Place['run']>[0] = {},
): Promise<number> {
  const place = await aPlace();
  await place.run(options);
  await change(place);
  await place.run(options);
  return (await place.counts()).check;
}

describe('a run that was done before', () => {
  it('is answered from the cache without starting anything', async () => {
    const place = await aPlace();
    const { written, ...first } = await place.run();
    const { before, ...second } = await place.run();
    expect(written?.log).toContain('bad.txt');
    // What the tool wrote is not read again, unless it is asked for.
    expect(await before?.read()).toEqual(written);
    expect(await place.counts()).toEqual({ check: 1, version: 0 });
    expect(first.outcome).toMatchObject({ origin: 'run', category: 'diagnostic', findings: 1 });
    expect(second).toEqual({
      ...first,
      scheduled: second.scheduled,
      outcome: { ...first.outcome, origin: 'cached', durationMs: expect.any(Number) },
    });
  });

  it('takes the version from what is installed', async () => {
    const place = await aPlace();
    expect((await place.run()).outcome.toolVersion).toBe('1.0.0');
    expect((await place.run()).outcome.toolVersion).toBe('1.0.0');
  });

  it('answers for the other mode, under its own name', async () => {
    const place = await aPlace();
    await place.run({ plan: { mode: 'target' } });
    const { outcome } = await place.run({ plan: { mode: 'current', scopeSource: 'command-line' } });
    expect(outcome).toMatchObject({
      origin: 'cached',
      plan: { mode: 'current', scopeSource: 'command-line' },
    });
  });

  it('holds for the same content in another place, with the paths of that place', async () => {
    const one = await aPlace();
    const other = await aPlace(one.cache);
    await writeFile(one.starts, '');
    const starts = join(one.cache, 'starts');
    expect(other.starts).toBe(starts);
    const both = { engine: { check: { catalog: {}, spec: spec(starts) } } };
    const first = await one.run(both);
    const second = await other.run(both);
    expect(second.outcome.origin).toBe('cached');
    expect(first.findings[0]?.path).toBe(`${one.repository}/src/bad.txt`);
    expect(second.findings[0]?.path).toBe(`${other.repository}/src/bad.txt`);
    expect(second.findings[0]?.message).toBe(`bad in ${other.repository}/src/bad.txt`);
    expect(second.facts.cwd).toBe(other.repository);
  });
});

const spec = (starts: string) => () => ({ args: ['check', starts, '.'], env: {}, reports: {} });

describe('what a result rests on', () => {
  const misses: Readonly<Record<string, Change>> = {
    'a judged file': ({ write }) => write('src/good.txt', 'BAD'),
    'a new judged file': ({ write }) => write('src/new.txt', 'fine'),
    'its configuration': ({ write }) => write('bad.json', '{}'),
    'its configuration in a folder further down': ({ write }) => write('src/bad.json', '{}'),
    'what git ignores': ({ write }) => write('.gitignore', 'good.txt'),
    'the version of the tool': ({ write }) =>
      write('node_modules/find-bad/package.json', '{"name":"find-bad","version":"1.0.1"}'),
    'another installed package': ({ write }) => write('node_modules/.package-lock.json', '{"a":1}'),
  };
  for (const [name, change] of Object.entries(misses)) {
    it(`is run again after a change of ${name}`, async () => {
      expect(await startsAfter(change)).toBe(2);
    });
  }

  it('does not hold for another plan', async () => {
    const place = await aPlace();
    const plans = [{}, { args: ['--strict'] }, { env: { A: '1' } }, { options: { a: 1 } }];
    for (const plan of plans) expect((await place.run({ plan })).outcome.origin).toBe('run');
    for (const plan of plans) expect((await place.run({ plan })).outcome.origin).toBe('cached');
  });

  it('is not changed by a file that is neither judged nor a configuration', async () => {
    expect(await startsAfter(unrelated)).toBe(1);
  });

  it('is changed by every file where the engine may read all of them', async () => {
    expect(await startsAfter(nothing, { engine: { reads: 'repository' } })).toBe(1);
    expect(await startsAfter(unrelated, { engine: { reads: 'repository' } })).toBe(2);
  });

  it('is not changed by a kind of file that the engine does not read', async () => {
    const engine = { reads: 'repository', readsKinds: () => /\.dat$/ } as const;
    expect(await startsAfter(({ write }) => write('src/new.txt', 'BAD'), { engine })).toBe(1);
    expect(await startsAfter(unrelated, { engine })).toBe(2);
    expect(await startsAfter(({ write }) => write('bad.json', '{}'), { engine })).toBe(2);
  });

  it('is changed by what its configuration names, but not by prose', async () => {
    const engine = { reads: 'repository', readsKinds: () => /\.dat$/ } as const;
    for (const [name, starts] of [
      ['more.conf', 2],
      ['README.md', 1],
    ] as const) {
      const place = await aPlace();
      await place.write('bad.json', `{"extends":"${name}"}`);
      await place.write(name, 'a');
      await place.run({ engine });
      await place.write(name, 'b');
      await place.run({ engine });
      expect((await place.counts()).check).toBe(starts);
    }
  });

  it('is changed by the content of prose where something that is read speaks of it', async () => {
    const engine = { reads: 'repository' } as const;
    for (const [text, starts] of [
      ['nothing', 1],
      ['see docs/more.md', 1],
      ['open("README.md")', 2],
      ['open("docs/more.md")', 2],
    ] as const) {
      const place = await aPlace();
      await place.write('README.md', 'text');
      if (starts === 2) await place.write('docs/more.md', 'see README');
      await place.write('src/code.txt', text);
      await place.run({ engine });
      await place.write('README.md', 'other');
      await place.run({ engine });
      expect((await place.counts()).check).toBe(starts);
    }
  });

  it('is changed by prose that comes or goes', async () => {
    const engine = { reads: 'repository' } as const;
    expect(await startsAfter(({ write }) => write('README.md', 'text'), { engine })).toBe(2);
  });

  it('is not changed by a judged file outside of the scope', async () => {
    const plan = { scope: ['src'] };
    expect(await startsAfter(({ write }) => write('other/a.txt', 'BAD'), { plan })).toBe(1);
    expect(await startsAfter(({ write }) => write('src/a.txt', 'BAD'), { plan })).toBe(2);
  });

  it('is changed by a file that its configuration builds on, over others', async () => {
    const place = await aPlace();
    await place.write('bad.json', '{"extends":"./rules/base.conf"}');
    await place.write('rules/base.conf', 'include "more.conf"');
    await place.write('rules/more.conf', 'a');
    await place.run();
    await place.write('rules/more.conf', 'b');
    await place.run();
    expect((await place.counts()).check).toBe(2);
  });

  it('is changed by the configuration that it was given, and by one in a folder above', async () => {
    const given = { plan: { config: { path: 'conf/own', source: 'config' as const } } };
    expect(await startsAfter(({ write }) => write('conf/own', 'a'), given)).toBe(2);
    const above = await tempFolder();
    const deeper = join(above, 'deeper');
    await mkdir(deeper);
    const place = await aPlace();
    const input = { repository: deeper };
    await writeFile(join(deeper, 'a.txt'), '');
    await place.run({ input });
    await writeFile(join(above, 'bad.json'), '{}');
    await place.run({ input });
    expect((await place.counts()).check).toBe(2);
  });

  it('cannot be known where a link leads away', async () => {
    const elsewhere = await tempFolder();
    const link: Change = ({ repository }) => symlink(elsewhere, join(repository, 'linked'));
    const place = await aPlace();
    await link(place);
    await place.run();
    await place.run();
    expect((await place.counts()).check).toBe(2);
  });

  it('cannot be known where the tool is a script of somebody', async () => {
    const place = await aPlace();
    await place.write(
      'tool',
      `#!/bin/sh\nexec ${process.execPath} node_modules/find-bad/find-bad.mjs "$@"`,
    );
    const programOf = (): readonly [string, ...string[]] => ['sh', join(place.repository, 'tool')];
    await place.run({ input: { programOf } });
    const { outcome } = await place.run({ input: { programOf } });
    expect(outcome).toMatchObject({ origin: 'run', toolVersion: '0.0.1' });
    expect(await place.counts()).toEqual({ check: 2, version: 2 });
  });

  it('is another environment of the caller', async () => {
    const place = await aPlace();
    await place.run();
    const installed = createInstalled({ env: { PATH: '/elsewhere', HOME: '/nonexistent' } });
    await place.run({ deps: { installed } });
    expect((await place.counts()).check).toBe(2);
  });
});

describe('what is kept', () => {
  it('is no failure', async () => {
    const place = await aPlace();
    await place.write('crash', '');
    expect((await place.run()).outcome.category).toBe('tool_failure');
    expect((await place.run()).outcome.origin).toBe('run');
    expect((await place.counts()).check).toBe(2);
    expect(await entriesOf(place)).toEqual([]);
  });

  it('is no partial result', async () => {
    const rules = [
      { code: 1, category: 'diagnostic', completeness: 'partial', why: 'Some.' } as const,
    ];
    const place = await aPlace();
    const check = { catalog: { rules }, spec: spec(place.starts) };
    expect((await place.run({ engine: { check } })).outcome.completeness.kind).toBe('partial');
    expect((await place.run({ engine: { check } })).outcome.origin).toBe('run');
  });

  it('is no failing test, but tests that pass', async () => {
    const engine = { scope: 'tests' as const };
    const place = await aPlace();
    await place.run({ engine });
    expect((await place.run({ engine })).outcome.origin).toBe('run');
    await place.write('src/bad.txt', 'good');
    await place.run({ engine });
    expect((await place.run({ engine })).outcome.origin).toBe('cached');
  });

  it('is nothing that was edited while it was judged', async () => {
    const place = await aPlace();
    await place.write('edit-while-running', '');
    await place.run();
    expect(await entriesOf(place)).toEqual([]);
  });

  it('is judged again by the catalog of today', async () => {
    const place = await aPlace();
    const check = { catalog: {}, spec: spec(place.starts) };
    const first = await place.run({ engine: { check } });
    expect(first.outcome).toMatchObject({ category: 'diagnostic', exit: 1 });
    const better = { check: { ...check, catalog: { exitCodes: { success: [1] } } } };
    const { outcome } = await place.run({ engine: better });
    expect(outcome).toMatchObject({ origin: 'cached', category: 'success', exit: 0, rawExit: 1 });
    expect((await place.counts()).check).toBe(1);
  });

  it('is run again when the catalog of today does not trust it', async () => {
    const place = await aPlace();
    const check = { catalog: {}, spec: spec(place.starts) };
    await place.run({ engine: { check } });
    const untrusted = { check: { ...check, catalog: { exitCodes: { toolFailure: [1] } } } };
    const { outcome } = await place.run({ engine: untrusted });
    expect(outcome).toMatchObject({ origin: 'run', category: 'tool_failure' });
  });

  it('is not used when it cannot be read', async () => {
    for (const poison of ['', '{', '{"version":1}', '[]']) {
      const place = await aPlace();
      await place.run();
      const [entry = ''] = await entriesOf(place);
      const path = join(place.cache, 'engines', entry);
      await writeFile(path, poison);
      expect((await place.run()).outcome.origin).toBe('run');
      expect(await readFile(path, 'utf8')).toContain('"outcome":');
      expect((await place.run()).outcome.origin).toBe('cached');
    }
  });
});

async function entriesOf({ cache }: Place): Promise<readonly string[]> {
  const names = await readdir(join(cache, 'engines'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.json'));
}
