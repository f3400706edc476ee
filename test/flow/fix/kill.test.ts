import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Started } from '../../cli/start-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { reportIn, startRatchetr, triesOf } from './run-fix.ts';
import { seenIn } from './seen.ts';
import { plantWords } from './words.ts';

const names = Array.from({ length: 8 }, (_, index) => `src/${index}.txt`);
const files = Object.fromEntries(names.map((name) => [name, `${name}\nBAD word\nend\n`]));
const repaired = Object.fromEntries(names.map((name) => [name, `${name}\ngood word\nend\n`]));

type Moment = (started: Started, root: string) => Promise<void>;

const saying =
  (text: string, pauseMs = 0): Moment =>
  async (started) => {
    await started.saying(text);
    await sleep(pauseMs);
  };

/** When the first file of the person is changed, and others are not. */
const applying: Moment = async ({ ended }, root) => {
  const over = new AbortController();
  const stop = (): void => over.abort();
  ended.then(stop, stop);
  while (!over.signal.aborted && isUnchanged(root)) await sleep(1);
};

const moments: readonly Moment[] = [
  saying('start: running the engines'),
  saying('tasks planned'),
  saying(': agent', 20),
  saying(': integrating'),
  saying(': accepted', 40),
  saying('checkpoint-', 10),
  applying,
];

function textsIn(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

function isUnchanged(root: string): boolean {
  return Object.entries(textsIn(root)).every(([name, text]) => text === files[name]);
}

it('a session that is killed again and again is finished, with every change once', async () => {
  const temporary = await tempFolder();
  const { root } = await plantWords({
    files,
    config: {
      timeouts: { lease: '3s' },
      checkpoint: { everyTasks: 3 },
      workers: { max: 2, maxAgents: 2 },
    },
  });
  const ratchetr = (...argv: readonly string[]) => startRatchetr(root, argv, { temporary });
  const before = seenIn(root);
  for (const [index, moment] of moments.entries()) {
    const resume = index === 0 ? [] : ['--resume', 'last'];
    const started = ratchetr('fix', '--apply', ...resume);
    // It may be through before.
    await moment(started, root).catch(() => undefined);
    started.signal('SIGKILL');
    await started.ended;
  }
  await ratchetr('fix', '--apply', '--resume', 'last').ended;
  const { stdout, stderr } = await ratchetr('show', 'last', '--format', 'json').ended;
  const report = reportIn(stdout, stderr);
  expect(report.summary).toMatchObject({
    outcome: 'green',
    result: { kind: 'applied' },
    toRepair: { before: 8, after: 0 },
  });
  expect(textsIn(root)).toEqual(repaired);
  const places = report.tasks.map(({ accepted }) => accepted ?? 0);
  expect(places.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  for (const tries of Object.values(triesOf(report))) {
    expect(tries.filter((one) => one === 'command: accepted')).toHaveLength(1);
  }
  expect(await ratchetr('undo', report.run.id).ended).toMatchObject({ code: 0 });
  expect(seenIn(root)).toEqual(before);
});
