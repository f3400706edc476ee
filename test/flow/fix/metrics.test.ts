import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/git-repository.ts';
import { fix, triesOf } from './run-fix.ts';

const writer = join(import.meta.dirname, '../../fixtures/programs/write-files.mjs');

/** A branch in which a program grew from 10 bytes to 20, and an agent that makes it so long. */
async function plantGrown(length: number) {
  const agent = [process.execPath, writer, JSON.stringify({ 'app.txt': 'x'.repeat(length) })];
  const repository = await gitRepository({
    'ratchetr.yaml': JSON.stringify({
      version: 1,
      check: { base: 'main' },
      metrics: { size: { command: ['sh', '-c', 'echo bytes $(wc -c < app.txt)'] } },
      agents: { order: ['command'], settings: { command: { command: agent } } },
      retry: { maxAttempts: 1 },
    }),
    'app.txt': 'x'.repeat(10),
  });
  repository.git('checkout', '-qb', 'feature');
  await repository.write({ 'app.txt': 'x'.repeat(20) });
  repository.commit('Grow');
  return repository;
}

describe('a number that got worse', () => {
  it('is a task, which is done when the number is what it was', async () => {
    const { root } = await plantGrown(10);
    const { code, report } = await fix(root, ['--apply']);
    expect(triesOf(report)).toEqual({ 'size ': ['command: accepted'] });
    expect(code).toBe(0);
  });

  it('stays one where it only got a little better', async () => {
    const { root } = await plantGrown(15);
    const { code, report } = await fix(root, ['--apply']);
    expect(report.summary).toMatchObject({ outcome: 'unchanged' });
    expect(code).toBe(1);
  });
});
