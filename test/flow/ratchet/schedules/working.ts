import { proceed } from './carrying.ts';
import type { Choice } from './move.ts';
import type { ModelWorker } from './model-workers.ts';
import { begin, end, type Word } from './work.ts';
import { wake } from './steps.ts';
import type { World } from './world.ts';

/** Workers on their way do what they were launched for, and nothing stands in their way. */
export async function workersEnd(world: World, choice: Choice): Promise<void> {
  for (const worker of world.workers.all.filter(({ alive }) => alive)) {
    if (worker.spoke || isSpeaking(world, worker)) continue;
    if (!worker.started) await begin(world, worker);
    await proceed(world, choice);
    await end(world, worker, choice(mostWords));
    await proceed(world, choice);
  }
}

/** The session that should be at work says that it made something, and others come first. */
export async function resultWaits(world: World): Promise<void> {
  const taskRef = world.book.head?.state.session?.taskRef;
  const worker = world.workers.all.find((one) => one.alive && one.taskRef === taskRef);
  if (worker === undefined || worker.spoke || isSpeaking(world, worker)) return;
  if (!worker.started) await world.activities.finish(await begin(world, worker));
  const last = await end(world, worker, 'changeset');
  if (last !== undefined) await world.activities.finish(last);
}

const mostWords = ['changeset', 'changeset', 'changeset', 'changeset', 'nothing'] as const;

const words = [
  'changeset',
  'changeset',
  'changeset',
  'nothing',
  'failure',
  'worse changeset',
] as const;

export async function workerActs(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.workers.all.filter(
    (worker) => worker.alive && !worker.hangs && !isSpeaking(world, worker),
  );
  if (first === undefined) return;
  const worker = choice([first, ...others]);
  if (!worker.started) {
    await begin(world, worker);
    return;
  }
  const word = choice<Word>(words);
  // A program that hangs after its last word is there until somebody stops it.
  worker.hangs = choice([true, false, false]) && isNamed(world, worker);
  await end(world, worker, word);
}

/** Whether the workspace knows of it, so that it can have it stopped. */
function isNamed({ book }: World, { taskRef }: ModelWorker): boolean {
  return book.head?.state.session?.taskRef === taskRef;
}

function isSpeaking({ activities }: World, { taskRef }: ModelWorker): boolean {
  return activities.running().some(({ name }) => name.startsWith(`${taskRef} `));
}

/** Told at once, unless the one who would be told is gone as well. */
export async function workerDies(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.workers.all.filter(({ alive }) => alive);
  if (first === undefined) return;
  const worker = choice([first, ...others]);
  dies(world, worker, choice([true, false]));
  if (!choice([true, false])) return;
  const { runId, workspaceId } = worker;
  world.send({ kind: 'command', schemaVersion: 1, workspaceId, command: { kind: 'exit', runId } });
}

/** A worker is gone, and may be as good as never heard of. */
export function dies(world: World, worker: ModelWorker, forgotten: boolean): void {
  world.trace.push(`${worker.taskRef} dies${forgotten ? ' and is forgotten' : ''}`);
  worker.alive = false;
  worker.forgotten = forgotten;
  for (const activity of world.activities.running()) {
    if (activity.name.startsWith(`${worker.taskRef} `)) world.activities.kill(activity);
  }
}

/** Whoever lists workers does not know of it any more: it is believed lost, and works on beside the next one. */
export async function outOfSight(world: World, choice: Choice): Promise<void> {
  const worker = world.workers.all.find((one) => one.alive && isNamed(world, one));
  if (worker === undefined || worker.spoke || isSpeaking(world, worker)) return;
  if (!worker.started) await world.activities.finish(await begin(world, worker));
  world.trace.push(`${worker.taskRef} is out of sight`);
  worker.forgotten = true;
  for (let looks = choice([1, 3]); looks > 0; looks -= 1) {
    await wake(world);
    await proceed(world, choice);
    world.pass(6_000);
  }
  const next = world.workers.all.find((one) => one.alive && isNamed(world, one));
  if (next === undefined || next === worker || next.started || isSpeaking(world, next)) return;
  await world.activities.finish(await begin(world, next));
}
