import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestTurns } from '#platform/files/test-turns.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const program = join(import.meta.dirname, 'programs/take-turns.ts');

async function aFolder() {
  const top = await tempFolder();
  const folder = join(top, 'checkout');
  await mkdir(folder);
  const place = join(top, 'turns');
  const notes = join(top, 'notes');
  const start = (times: number, keep = ''): ChildProcess =>
    spawn(process.execPath, [program, place, folder, notes, String(times), keep], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const readNotes = async () => (await readFile(notes, 'utf8')).trim().split('\n');
  return { top, folder, place, start, readNotes };
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Who begins is the next to end. */
function isOutOfTurn(line: string, index: number, turns: readonly string[]): boolean {
  return index % 2 === 0 && turns[index + 1] !== line.replace('begin', 'end');
}

describe('the turn to run tests in a folder', () => {
  it('is given to one process at a time', async () => {
    const { start, readNotes } = await aFolder();
    const ends = [start(8), start(8), start(8)].map((child) => once(child, 'exit'));
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0, 0]);
    const turns = (await readNotes()).filter((line) => !line.startsWith('wait'));
    expect(turns).toHaveLength(48);
    expect(turns.filter(isOutOfTurn)).toEqual([]);
  });

  it('goes to one of those that wait where its holder was killed', async () => {
    const { start, readNotes, place } = await aFolder();
    const holder = start(1, 'keep');
    await once(holder.stdout ?? holder, 'data');
    const waiting = [start(3), start(3)];
    const ends = waiting.map((child) => once(child, 'exit'));
    while (!(await readNotes()).some((line) => line.startsWith('wait')));
    await killed(holder);
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0]);
    const [, ...turns] = (await readNotes()).filter((line) => !line.startsWith('wait'));
    expect(turns).toHaveLength(12);
    expect(turns.filter(isOutOfTurn)).toEqual([]);
    expect(await readdir(place)).toEqual([]);
  });

  it('says who has it, is the same by every path, and is not waited for without end', async () => {
    const { top, folder, place } = await aFolder();
    await symlink(folder, join(top, 'link'));
    const turns = createTestTurns(place);
    const told: number[] = [];
    const onWait = (other: number): void => void told.push(other);
    const first = await turns.take({ folder, longestMs: 1, onWait });
    const link = join(top, 'link');
    const signal = AbortSignal.abort();
    const hurried = await turns.take({ folder: link, longestMs: 600_000, signal, onWait });
    expect(told).toEqual([]);
    const late = await turns.take({ folder: link, longestMs: 1, onWait });
    expect(told).toEqual([process.pid]);
    // Neither of them had it, so neither gives it back.
    await Promise.all([hurried.release(), late.release()]);
    expect(await readdir(place)).toHaveLength(1);
    await first.release();
    expect(await readdir(place)).toEqual([]);
  });

  it('is taken from a file that nobody finished, and from another machine that fell silent', async () => {
    const { folder, place } = await aFolder();
    const turns = createTestTurns(place);
    const wanted = { folder, longestMs: 600_000, onWait: () => {} };
    await (await turns.take(wanted)).release();
    const held = await turns.take(wanted);
    const [name = ''] = await readdir(place);
    await held.release();
    const other = { host: 'another', processId: process.pid, id: 'other' };
    for (const text of ['', JSON.stringify(other)]) {
      await writeFile(join(place, name), text);
      await utimes(join(place, name), 1, 1);
      await (await turns.take(wanted)).release();
      expect(await readdir(place)).toEqual([]);
    }
  });

  it('is not needed where nothing can be written', async () => {
    const { top, folder } = await aFolder();
    await writeFile(join(top, 'file'), '');
    const turns = createTestTurns(join(top, 'file/turns'));
    const wanted = { folder, longestMs: 600_000, onWait: () => {} };
    const both = await Promise.all([turns.take(wanted), turns.take(wanted)]);
    expect(both).toHaveLength(2);
  });
});
