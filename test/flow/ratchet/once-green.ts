import { expect } from 'vitest';
import type { Watching } from './ground.ts';

/** One commit of one run for a bad word, each of its steps told once, whatever happened on the way. */
export async function onceGreen(ground: Watching): Promise<void> {
  expect(ground.commits()).toHaveLength(2);
  expect(ground.read('src/a.txt')).toBe('one\ngood two\n');
  expect(ground.begun()).toEqual(['fix']);
  const told = (await ground.milestones()).filter((word) => word !== 'STALE_CI');
  expect(told).toEqual([
    'CI_FAILED',
    'SESSION running',
    'SESSION finished',
    'SESSION publishing',
    'SESSION pushed',
    'GREEN',
  ]);
  await ground.shown('✅ Green');
  expect(await ground.dead()).toEqual([]);
}
