import { existsSync, readFileSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileMetrics, earlierPath } from '#platform/files/metrics.ts';
import { metricFact } from '#model/metric.ts';
import { metricsContract } from '../../contracts/metrics.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function makeHarness() {
  const path = join(await tempFolder(), 'metrics/metrics.jsonl');
  const clock = createManualClock();
  const open = () => createFileMetrics({ clock }, { path, stage: 'test' });
  const facts = () =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => metricFact.omit({ ts: true }).parse(JSON.parse(line)));
  return { path, clock, open, facts, metrics: open() };
}

metricsContract('a file', makeHarness);

async function countLines(path: string): Promise<number> {
  return (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '').length;
}

describe('the file of metrics', () => {
  it('holds one line of JSON a value, at once', async () => {
    const { path, clock, metrics } = await makeHarness();
    clock.advance(1_500);
    metrics.count('Runs', 1, { outcome: 'pushed' });
    expect(await readFile(path, 'utf8')).toBe(
      '{"ts":"2026-01-01T00:00:01.500Z","name":"Runs","unit":"Count","value":1,' +
        '"dimensions":{"stage":"test","outcome":"pushed"}}\n',
    );
  });

  it('is begun anew where it begins too early, and lies beside that until the next time', async () => {
    const { path, clock, metrics } = await makeHarness();
    metrics.turn(clock.now() + 1_000);
    expect(existsSync(earlierPath(path))).toBe(false);
    metrics.count('Runs', 1);
    metrics.count('Runs', 2);
    metrics.turn(clock.now());
    expect(await countLines(path)).toBe(2);
    metrics.turn(clock.now() + 1);
    metrics.count('Runs', 3);
    expect(earlierPath(path)).toBe(path.replace('.jsonl', '.before.jsonl'));
    expect([await countLines(path), await countLines(earlierPath(path))]).toEqual([1, 2]);
    metrics.turn(clock.now() + 1);
    expect([await countLines(path), await countLines(earlierPath(path))]).toEqual([0, 1]);
  });

  it('goes on after another process, also one that died in its line', async () => {
    const { path, open, metrics } = await makeHarness();
    metrics.count('Runs', 1);
    await appendFile(path, '{"ts":');
    open().count('Runs', 2);
    const [first = '', torn, second = ''] = (await readFile(path, 'utf8')).split('\n');
    expect([first, second].map((line) => metricFact.parse(JSON.parse(line)).value)).toEqual([1, 2]);
    expect(torn).toBe('{"ts":');
  });
});
