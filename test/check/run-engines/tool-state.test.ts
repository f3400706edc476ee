import { existsSync, writeFileSync } from 'node:fs';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createContents } from '#platform/files/contents.ts';
import { createEngineCache } from '#platform/files/engine-cache.ts';
import { createToolState } from '#platform/files/tool-state.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { Engine, SpecInput } from '#engines/contract.ts';
import { aPlace, type Place } from './a-tool.ts';

/** A tool that keeps a file, and what it was given for each run. */
async function aKeepingPlace() {
  const place = await aPlace();
  const { cache, starts } = place;
  const given: ('nothing' | 'empty' | 'kept')[] = [];
  const spec = ({ kept, scratch }: SpecInput) => {
    if (scratch !== '/scratch') given.push(stateIn(kept));
    return { args: ['check', starts, 'src'], env: {}, reports: {} };
  };
  const engine: Partial<Engine> = {
    keepsState: () => true,
    check: { catalog: { exitCodes: { diagnostic: [1] } }, spec },
  };
  const run = (more: Partial<Engine> = {}) =>
    place.run({
      engine: { ...engine, ...more },
      plan: { scope: ['src'] },
      deps: {
        cache: {
          store: createEngineCache({ folder: join(cache, 'engines'), clock: systemClock }),
          contents: createContents(),
          toolState: createToolState({ folder: join(cache, 'state'), clock: systemClock }),
        },
      },
    });
  return { ...place, run, given };
}

function stateIn(folder: string | undefined) {
  if (folder === undefined) return 'nothing';
  const own = join(folder, 'own');
  if (existsSync(own)) return 'kept';
  writeFileSync(own, '');
  return 'empty';
}

const edit = async ({ repository }: Pick<Place, 'repository'>, text: string, seconds: number) => {
  const path = join(repository, 'src/good.txt');
  await writeFile(path, text);
  await utimes(path, seconds, seconds);
};

describe('a tool that keeps something', () => {
  it('finds it at the next run', async () => {
    const place = await aKeepingPlace();
    await place.run();
    await edit(place, 'other', 1_000);
    const { findings } = await place.run();
    expect(place.given).toEqual(['empty', 'kept']);
    expect(findings).toHaveLength(1);
  });

  it('begins anew under another configuration', async () => {
    const place = await aKeepingPlace();
    await place.run();
    await place.write('bad.json', '{}');
    await place.run();
    expect(place.given).toEqual(['empty', 'empty']);
  });

  it('is run again without it where that run was not whole, and begins anew after that', async () => {
    const place = await aKeepingPlace();
    await place.run();
    await place.write('crash', '');
    await edit(place, 'more', 1_000);
    expect((await place.run()).outcome.category).toBe('tool_failure');
    await rm(join(place.repository, 'crash'));
    await place.run();
    expect(place.given).toEqual(['empty', 'kept', 'nothing', 'empty']);
  });

  it('loses it where a file was edited meanwhile', async () => {
    const place = await aKeepingPlace();
    await place.write('edit-while-running', '');
    await place.run();
    await edit(place, 'more', 1_000);
    await place.run();
    expect(place.given).toEqual(['empty', 'empty']);
  });

  it('is not given what may mislead it', async () => {
    const place = await aKeepingPlace();
    await edit(place, 'fine', 1_000);
    await place.run();
    await edit(place, 'evil', 1_000);
    await place.run();
    expect(place.given).toEqual(['empty', 'empty']);
  });

  it('keeps nothing where the engine does not say so', async () => {
    const place = await aKeepingPlace();
    await place.run({ keepsState: () => false });
    expect(place.given).toEqual(['nothing']);
  });
});
