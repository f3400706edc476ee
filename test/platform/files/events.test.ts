import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileEventLog } from '#platform/files/events.ts';
import type { RunId } from '#model/ids.ts';
import { eventAt, eventsContract, run, timesOf } from '../../contracts/events.ts';
import { readEvents } from '../../support/read-events.ts';
import { startProgram } from '../../support/programs.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function makeHarness() {
  const root = join(await tempFolder(), 'runs');
  return {
    root,
    path: join(root, 'run-1/events.jsonl'),
    read: async (runId: RunId) =>
      readEvents(await readFile(join(root, runId, 'events.jsonl'), 'utf8').catch(() => ''), runId),
    open: (runId: RunId) => createFileEventLog({ root, runId }),
  };
}

eventsContract('a file', makeHarness);

describe('the file of events', () => {
  it('holds one line of JSON an event', async () => {
    const { open, path } = await makeHarness();
    const log = open(run);
    await log.emit(eventAt(1, { payload: { text: 'a\nb' } }));
    await log.emit(eventAt(2));
    await log.close();
    const [first = '', second = '', ...rest] = (await readFile(path, 'utf8')).split('\n');
    expect(JSON.parse(first)).toEqual(eventAt(1, { payload: { text: 'a\nb' } }));
    expect(JSON.parse(second)).toEqual(eventAt(2));
    expect(rest).toEqual(['']);
  });

  it('counts an event whose newline alone is missing', async () => {
    const { path, open, read } = await makeHarness();
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, JSON.stringify(eventAt(1)));
    const log = open(run);
    await log.emit(eventAt(2));
    await log.close();
    expect(await read(run)).toEqual({ events: [eventAt(1), eventAt(2)], damaged: [] });
  });

  it('is not written through a link', async () => {
    const { root, path, open } = await makeHarness();
    const outside = await tempFolder();
    await mkdir(join(root, 'run-1'), { recursive: true });
    await symlink(join(outside, 'elsewhere'), path);
    await expect(open(run).emit(eventAt(1))).rejects.toThrow(/is a symbolic link/);
    expect(await readdir(outside)).toEqual([]);
  });

  it('can be opened again after a failure to open it', async () => {
    const { root, open, read } = await makeHarness();
    await writeFile(root, 'a file in the place of the folder');
    const log = open(run);
    await expect(log.emit(eventAt(1))).rejects.toThrow(/EEXIST/);
    await rename(root, `${root}.old`);
    await log.emit(eventAt(2));
    await log.close();
    expect(timesOf((await read(run)).events)).toEqual([2]);
  });
});

describe('processes that append at once', () => {
  it('lose and mix nothing', async () => {
    const { root, read } = await makeHarness();
    const size = '20000';
    const names = ['a', 'b', 'c'];
    const programs = names.map((name) =>
      startProgram('append-events.mjs', root, name, '100', size),
    );
    expect(await Promise.all(programs.map((program) => program.ended))).toEqual([0, 0, 0]);
    const { events, damaged } = await read(run);
    expect(damaged).toEqual([]);
    for (const name of names) {
      const own = events.filter(({ tool }) => tool === name);
      expect(timesOf(own)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    }
  });
});

describe('a process killed while it appends', () => {
  it('loses nothing that was accepted, and the next starts clean', async () => {
    const { root, open, read } = await makeHarness();
    const program = startProgram('append-events.mjs', root, 'a', '1000000', '3000');
    let accepted = 0;
    while (accepted < 200) accepted = Number(await program.nextLine());
    await program.kill('SIGKILL');
    const log = open(run);
    await log.emit(eventAt(0, { ts: '2100-01-01T00:00:00Z', payload: { at: 'next' } }));
    await log.close();
    const { events, damaged } = await read(run);
    const times = timesOf(events);
    expect(times.at(-1)).toBe('next');
    expect(times.length).toBeGreaterThan(accepted);
    expect(times.slice(0, -1)).toEqual(times.slice(0, -1).map((_, index) => index + 1));
    expect(damaged.length).toBeLessThanOrEqual(1);
  });

  it('in the middle of a line leaves that line damaged and no other', async () => {
    const { root, open, read } = await makeHarness();
    // This one was open before the other died.
    const earlier = open(run);
    await earlier.emit(eventAt(0));
    const program = startProgram('half-a-line.mjs', root);
    expect(await program.nextLine()).toBe('half');
    await program.kill('SIGKILL');
    const torn = (await read(run)).damaged;
    expect(torn).toEqual([expect.stringMatching(/^\{"schema_version":1,.*"run_id"$/)]);
    await earlier.emit(eventAt(2));
    const later = open(run);
    await later.emit(eventAt(3));
    await Promise.all([earlier.close(), later.close()]);
    const { events, damaged } = await read(run);
    expect(timesOf(events)).toEqual([0, 1, 2, 3]);
    expect(damaged).toEqual(torn);
  });
});
