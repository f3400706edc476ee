import type { Attempt } from '#model/attempt.ts';
import type { Sha, TaskId } from '#model/ids.ts';
import { runId } from '../../support/samples.ts';
import type { SessionGround } from './ground.ts';

/** Engine, kind and files of each task with what became of it and every attempt at it, in words. */
export async function triesOf({
  store,
}: Pick<SessionGround, 'store'>): Promise<Readonly<Record<string, readonly string[]>>> {
  const attempts = await store.listAttempts(runId('run-1'));
  const tasks = await store.listTasks(runId('run-1'));
  const rows = tasks.map(({ id, tool, taskType, targets, status }) => {
    const own = attempts.filter(({ taskId }) => taskId === id);
    const name = `${tool} ${taskType} ${targets.files.join(' ')}`;
    return [name, [...own.map((one) => inWords(one)), status]] as const;
  });
  return Object.fromEntries(rows);
}

function inWords({ agentName, status, verdict }: Attempt): string {
  const codes = verdict?.kind === 'rejected' ? verdict.reasons.map(({ code }) => code) : [];
  return [agentName, status, ...codes].join(' ');
}

/** The tree that all accepted changes make of the start, one upon the other; whose they are, in their order. */
export async function rebuilt({ store, deps, start }: SessionGround): Promise<{
  readonly tree: Sha;
  readonly tasks: readonly TaskId[];
  readonly sequences: readonly number[];
}> {
  const accepted = await store.listAccepted(runId('run-1'));
  let tree = start;
  for (const { patch } of accepted) tree = await patched({ deps, start: tree }, patch);
  return {
    tree,
    tasks: accepted.map(({ taskId }) => taskId),
    sequences: accepted.map(({ sequence }) => sequence),
  };
}

/** What one stored patch makes of a tree. */
export async function patched(
  { deps, start }: Pick<SessionGround, 'deps' | 'start'>,
  name: Parameters<SessionGround['deps']['artifacts']['get']>[0]['name'],
): Promise<Sha> {
  const body = await deps.artifacts.get({ runId: runId('run-1'), name });
  const tree = body && (await deps.trees.applyPatch(start, body));
  if (tree === undefined) throw new Error(`${name} does not apply`);
  return tree;
}
