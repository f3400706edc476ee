import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createToolState } from '#platform/files/tool-state.ts';
import { sha256 } from '#model/ids.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const day = 24 * 3_600_000;
const keyOf = (digit: string) => sha256.parse(digit.repeat(64));

async function aState(mostBytes = 1_000_000) {
  const folder = join(await tempFolder(), 'state');
  const clock = createManualClock();
  const limits = { mostBytes, longestUnusedMs: 14 * day, everyMs: 3_600_000 };
  const state = createToolState({ folder, clock, limits });
  const take = async (digit: string) => {
    const taken = await state.take(keyOf(digit));
    if (taken === undefined) throw new Error('nothing can be kept');
    return taken;
  };
  const keep = async (digit: string, text: string) => {
    const taken = await take(digit);
    await writeFile(join(taken.folder, 'own'), text);
    await taken.keep('noted');
  };
  const names = async () => (await readdir(folder)).filter((name) => name !== 'pruned');
  return { folder, clock, state, take, keep, names };
}

describe('what a tool kept', () => {
  it('is there for the next run, with the note', async () => {
    const { take, keep } = await aState();
    expect(await readdir((await take('a')).folder)).toEqual([]);
    await keep('a', 'text');
    const taken = await take('a');
    expect(taken.note).toBe('noted');
    expect(await readFile(join(taken.folder, 'own'), 'utf8')).toBe('text');
    expect((await take('b')).note).toBeUndefined();
  });

  it('belongs to one run at a time', async () => {
    const { take, keep } = await aState();
    await keep('a', 'text');
    const both = await Promise.all([take('a'), take('a')]);
    expect(both.map(({ note }) => note ?? 'none')).toEqual(
      expect.arrayContaining(['noted', 'none']),
    );
    await Promise.all(both.map((one, index) => one.keep(`${index}`)));
    expect((await take('a')).note).toMatch(/^[01]$/);
  });

  it('is gone when it is dropped, or when the run that had it was killed', async () => {
    const { take, keep, names } = await aState();
    await keep('a', 'text');
    await (await take('a')).drop();
    expect(await names()).toEqual([]);
    await keep('a', 'text');
    await take('a');
    expect((await take('a')).note).toBeUndefined();
  });

  it('is forgotten after two weeks without use, and what killed runs left too', async () => {
    const { take, keep, names, clock, folder } = await aState();
    await keep('a', 'text');
    await take('b');
    const then = clock.now() / 1_000;
    for (const name of await names()) await utimes(join(folder, name), then, then);
    clock.advance(15 * day);
    await keep('c', 'text');
    expect(await names()).toEqual([keyOf('c')]);
  });

  it('makes room by what was used longest ago', async () => {
    const { keep, names, clock } = await aState(2_500);
    for (const digit of ['a', 'b', 'c']) {
      await keep(digit, 'x'.repeat(1_000));
      clock.advance(2 * 3_600_000);
    }
    expect((await names()).toSorted()).toEqual([keyOf('b'), keyOf('c')]);
  });

  it('is none where nothing can be written', async () => {
    const folder = join(await tempFolder(), 'file');
    await writeFile(folder, '');
    const state = createToolState({ folder, clock: createManualClock() });
    expect(await state.take(keyOf('a'))).toBeUndefined();
    const other = join(await tempFolder(), 'state');
    await mkdir(other);
    const taken = await createToolState({ folder: other, clock: createManualClock() }).take(
      keyOf('a'),
    );
    expect(taken?.note).toBeUndefined();
  });
});
