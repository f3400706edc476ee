import { expect, it } from 'vitest';
import type { RunId } from '#domain/model/ids.ts';
import type { RunStore } from '#ports/run-store.ts';
import { ratchetGround, type GroundOptions, type Watching } from '../ratchet/ground.ts';
import type { Sky } from './ground.ts';

const scenario: GroundOptions = {
  files: {
    'src/a.txt': 'one\nBAD two\n',
    'src/b.txt': 'BAD three\nBAD four\n',
    'src/c.txt': 'five\n',
  },
};

/** What is one body of code must come to the same, wherever it runs. */
export function agreementScenarios(sky: () => Promise<Sky>): void {
  it('the same transitions, findings, tasks, verdicts and commit', async () => {
    const { ground: groundOf } = await sky();
    const [local, cloud] = await Promise.all([ratchetGround(scenario), groundOf(scenario)]);
    await Promise.all([local.decided('GREEN'), cloud.decided('GREEN')]);
    const here = await seen(local, local.plane.plane.runs);
    const there = await seen(cloud, cloud.runs);
    expect(there).toEqual(here);
    expect(here.tasks).toHaveLength(2);
    expect(here.attempts).toHaveLength(2);
    expect(here.findings.start).toHaveLength(3);
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
  return all.map((one) => without(one, [...times, ...ids, 'findingIds', 'lease'])).toSorted(byText);
}

async function attemptsOf(runs: RunStore, id: RunId) {
  const { times, ids } = { times: ['startedAt', 'finishedAt'], ids: ['runId', 'taskId', 'worker'] };
  const all = await runs.listAttempts(id);
  const own = [...times, ...ids, 'artifacts', 'summary', 'cost'];
  return all.map((one) => without(one, own)).toSorted(byText);
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

/** Without what no two runs have in common. */
function plain(text: string): string {
  return text.replaceAll(/\b[0-9a-f]{7,40}\b/g, 'SHA').replaceAll(/\brun-[\w-]+/g, 'RUN');
}
