import { expect, it } from 'vitest';
import type { RunId } from '#model/ids.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { ratchetGround, type GroundOptions, type Watching } from '../ratchet/ground.ts';
import type { Sky } from './ground.ts';

interface Scenario {
  readonly options: GroundOptions;
  /** What people do, until it is over. */
  readonly play: (ground: Watching) => Promise<void>;
  /** How much there is to compare; two that did nothing would agree as well. */
  readonly size: { readonly tasks: number; readonly attempts: number; readonly findings: number };
}

const scenarios: Readonly<Record<string, Scenario>> = {
  'failed checks': {
    options: {
      files: {
        'src/a.txt': 'one\nBAD two\n',
        'src/b.txt': 'BAD three\nBAD four\n',
        'src/c.txt': 'five\n',
      },
    },
    play: (ground) => ground.decided('GREEN'),
    size: { tasks: 2, attempts: 2, findings: 3 },
  },
  'a conflict with the base': {
    options: {
      base: { 'src/a.txt': 'one\nline\n' },
      files: { 'src/a.txt': 'one\nour line\n' },
      meanwhile: { 'src/a.txt': 'one\ntheir line\n' },
    },
    play: (ground) => ground.decided('GREEN'),
    size: { tasks: 1, attempts: 1, findings: 0 },
  },
  'a review': {
    options: { files: { 'src/a.txt': 'one\n' } },
    play: async (ground) => {
      await ground.decided('GREEN');
      const threads = [{ path: 'src/a.txt', line: 1, body: 'Say that it was asked.' }];
      ground.shop.review(1, { login: 'ann', state: 'CHANGES_REQUESTED', threads });
      await ground.told('GREEN', 2);
      await ground.until('it is answered', () => ground.pull.threads[0]?.comments.length === 2);
    },
    size: { tasks: 1, attempts: 1, findings: 0 },
  },
};

/** What is one body of code must come to the same, wherever it runs. */
export function agreementScenarios(sky: () => Promise<Sky>): void {
  it.each(Object.entries(scenarios))('the same about %s', async (_, scenario) => {
    const { ground: groundOf } = await sky();
    const { options, play, size } = scenario;
    const [local, cloud] = await Promise.all([ratchetGround(options), groundOf(options)]);
    await Promise.all([play(local), play(cloud)]);
    const here = await seen(local, local.plane.plane.runs);
    const there = await seen(cloud, cloud.runs);
    expect(there).toEqual(here);
    expect({
      tasks: here.tasks.length,
      attempts: here.attempts.length,
      findings: here.findings.start.length,
    }).toEqual(size);
    expect(here.findings.final).toEqual([]);
  });
}

async function seen(ground: Watching, runs: RunStore) {
  const [run] = ground.launched();
  const id = (await ground.transitions()).map(({ snapshot }) => snapshot['sessionId']).find(isRun);
  if (id === undefined || id !== run) throw new Error('There is no run');
  return {
    transitions: await transitionsOf(ground),
    findings: {
      start: await findingsOf(runs, id, 'start'),
      final: await findingsOf(runs, id, 'final'),
    },
    tasks: await tasksOf(runs, id),
    attempts: await attemptsOf(runs, id),
    tree: treeOf(ground),
    parents: ground.commits()[0]?.parents.length,
    said: ground.pull.comments.length,
    threads: ground.pull.threads.map(({ comments }) => comments.map(({ body }) => plain(body))),
  };
}

function isRun(value: unknown): value is RunId {
  return typeof value === 'string' && value.startsWith('run-');
}

/** Looks depend on their moment: how often somebody waited is no part of the story. */
async function transitionsOf(ground: Watching) {
  const all = (await ground.transitions()).filter(({ action }) => action !== 'WAIT');
  return all.map(({ action, reason, snapshot }) => ({
    action,
    reason: plain(reason),
    code: snapshot['code'],
    outcome: snapshot['outcome'],
    phase: snapshot['phase'],
  }));
}

async function findingsOf(runs: RunStore, id: RunId, stage: string) {
  const found = await runs.listFindings(id, stage);
  return found.map((one) => without(one, ['id', 'runId', 'createdAt', 'rawRef'])).toSorted(byText);
}

async function tasksOf(runs: RunStore, id: RunId) {
  const { times, ids } = { times: ['createdAt', 'updatedAt', 'notBefore'], ids: ['id', 'runId'] };
  const all = await runs.listTasks(id);
  // That of a conflict is made from commits; those of findings are compared with the findings.
  const own = [...times, ...ids, 'findingIds', 'fingerprint', 'lease'];
  return all.map((one) => inPlain(without(one, own))).toSorted(byText);
}

async function attemptsOf(runs: RunStore, id: RunId) {
  const { times, ids } = { times: ['startedAt', 'finishedAt'], ids: ['runId', 'taskId', 'worker'] };
  const all = await runs.listAttempts(id);
  const own = [...times, ...ids, 'artifacts', 'summary', 'cost'];
  return all.map((one) => inPlain(without(one, own))).toSorted(byText);
}

/** Everything that two runs have in common. */
function without(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** The settings name folders of the test itself. */
function treeOf({ pull }: Watching) {
  const { git } = pull.repository;
  const tree = git.tree(git.commit(pull.headSha)?.tree ?? '') ?? [];
  return tree.filter(({ name }) => name !== 'ratchetr.yaml');
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

function inPlain(value: object): unknown {
  return JSON.parse(plain(JSON.stringify(value)));
}

/** Without what no two runs have in common. */
function plain(text: string): string {
  return text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/octo\/[\w-]+/g, 'REPOSITORY')
    .replaceAll(/\b[0-9a-f]{7,40}\b/g, 'SHA')
    .replaceAll(/\brun-[\w-]+/g, 'RUN');
}
