import type { Turn } from './activities.ts';
import type { ModelWorker } from './model-workers.ts';
import { receive, tick, wake } from './steps.ts';
import { begin, end, type Word } from './work.ts';
import type { World } from './world.ts';

/** One thing that happens next; `choice` says which of many. */
export type Move = (world: World, choice: Choice) => Promise<void>;

/** Draws from what a schedule has left to say. */
export type Choice = <Value>(from: readonly [Value, ...Value[]]) => Value;

const seconds = (count: number) => count * 1_000;
const minutes = (count: number) => seconds(60 * count);

/** Every move, as often as it should happen. */
export const calmMoves: readonly (readonly [number, Move])[] = [
  [12, go],
  [10, deliver],
  [8, deliverWhole],
  [14, proceed],
  [12, workThrough],
  [5, async (world) => world.activities.finish(await tick(world))],
  [6, timePasses],
  [14, workerActs],
  [16, checksMove],
  [3, personActs],
  [1, personOrders],
  [2, forgeMoves],
  [1, loseLook],
];

export const roughMoves: readonly (readonly [number, Move])[] = [
  ...calmMoves,
  [6, breakOff],
  [14, deliverBroken],
  [3, workerDies],
  [1, outage],
];

async function go(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.activities.running();
  if (first === undefined) return deliverWhole(world, choice);
  const activity = choice([first, ...others]);
  const calls = choice([1, 1, 2, 3, 5, 100]);
  for (let made = 0; made < calls && activity.ended === undefined; made += 1) {
    await world.activities.step(activity, 'goes');
  }
}

async function deliver(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.queue.filter(({ receivers }) => receivers < 2);
  if (first !== undefined) await receive(world, choice([first, ...others]));
}

async function deliverWhole(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.queue.filter(({ receivers }) => receivers < 2);
  if (first === undefined) return;
  await world.activities.finish(await receive(world, choice([first, ...others])));
}

/** What is on its way arrives, one after the other. */
async function proceed(world: World, choice: Choice): Promise<void> {
  for (const activity of world.activities.running()) await world.activities.finish(activity);
  for (let messages = choice([2, 4, 8]); messages > 0; messages -= 1) {
    const [carried] = world.queue;
    if (carried === undefined) return;
    await world.activities.finish(await receive(world, carried));
  }
}

/** What is under way goes well: workers do what they were launched for, and checks tell what they find. */
async function workThrough(world: World, choice: Choice): Promise<void> {
  await proceed(world, choice);
  for (const worker of world.workers.all.filter(({ alive }) => alive)) {
    if (isSpeaking(world, worker)) continue;
    if (!worker.started) await begin(world, worker);
    await proceed(world, choice);
    await end(world, worker, 'changeset');
    await proceed(world, choice);
  }
  if (world.truth.state === 'open' && world.truth.checks.length === 0) {
    world.hands.registerCheck();
    world.hands.completeCheck('FAILURE');
    await told(world, choice, 'a check begins and fails');
  }
}

async function timePasses(world: World, choice: Choice): Promise<void> {
  const passed = choice([
    seconds(1),
    seconds(1),
    seconds(4),
    seconds(6),
    seconds(6),
    seconds(6),
    seconds(31),
    seconds(31),
    seconds(61),
    seconds(61),
    seconds(90),
    minutes(6),
    minutes(40),
  ]);
  world.trace.push(`${passed / 1_000} s pass`);
  world.pass(passed);
}

async function workerActs(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.workers.all.filter(
    (worker) => worker.alive && !isSpeaking(world, worker),
  );
  if (first === undefined) return;
  const worker = choice([first, ...others]);
  if (!worker.started) return begin(world, worker);
  const word = choice<Word>([
    'changeset',
    'changeset',
    'changeset',
    'nothing',
    'failure',
    'worse changeset',
  ]);
  await end(world, worker, word);
}

function isSpeaking({ activities }: World, { taskRef }: ModelWorker): boolean {
  return activities.running().some(({ name }) => name.startsWith(`${taskRef} `));
}

/** Told at once, unless the one who would be told is gone as well. */
async function workerDies(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.workers.all.filter(({ alive }) => alive);
  if (first === undefined) return;
  const worker = choice([first, ...others]);
  dies(world, worker);
  if (!choice([true, false])) return;
  const { runId, workspaceId } = worker;
  world.send({ kind: 'command', schemaVersion: 1, workspaceId, command: { kind: 'exit', runId } });
}

export function dies(world: World, worker: ModelWorker): void {
  world.trace.push(`${worker.taskRef} dies`);
  worker.alive = false;
  for (const activity of world.activities.running()) {
    if (activity.name.startsWith(`${worker.taskRef} `)) world.activities.kill(activity);
  }
}

async function told(world: World, choice: Choice, what: string): Promise<void> {
  world.trace.push(what);
  if (choice([true, true, true, false])) await wake(world);
}

async function checksMove(world: World, choice: Choice): Promise<void> {
  const { truth, hands } = world;
  if (truth.state !== 'open') return;
  const newest = truth.checks.at(-1);
  if (
    newest === undefined ||
    (newest.status === 'COMPLETED' && choice([true, false, false, false]))
  ) {
    hands.registerCheck();
    return told(world, choice, 'a check begins');
  }
  if (newest.status === 'COMPLETED') return;
  const conclusion = choice([
    'FAILURE',
    'FAILURE',
    'FAILURE',
    'FAILURE',
    'FAILURE',
    'FAILURE',
    'SUCCESS',
    'CANCELLED',
  ]);
  truth.flakyLog = choice([false, false, false, true]);
  hands.completeCheck(conclusion);
  await told(world, choice, `the check ends: ${conclusion}`);
}

async function personActs(world: World, choice: Choice): Promise<void> {
  const { truth, hands } = world;
  const isOpen = truth.state === 'open';
  const act = choice<() => string>([
    () => (hands.push(), 'a person pushes'),
    () => (hands.push(), 'a person pushes'),
    () => (hands.toggleThread(), 'a review moves on'),
    () => (hands.set({ state: isOpen ? 'closed' : 'open' }), isOpen ? 'closed' : 'opened again'),
    () => (hands.set({ conflicting: !truth.conflicting }), 'the conflict comes or goes'),
    () => (hands.moveBase(), 'the base moves'),
    () => (hands.set({ baseFails: !truth.baseFails }), 'the base breaks or is mended'),
    () => {
      const labels = choice([['ratchet'], ['ratchet', 'ratchet:off'], []]);
      hands.set({ labels });
      return `labels: ${labels.join(' ')}`;
    },
  ]);
  if (!isOpen) hands.set({ state: 'open' });
  await told(world, choice, isOpen ? act() : 'opened again');
}

async function personOrders(world: World, choice: Choice): Promise<void> {
  const text = choice(['on', 'off', 'retry', 'retry', 'stop', 'hold 5m', 'release']);
  const commentId = `comment-${world.book.orders.size}`;
  world.book.orders.set(commentId, text);
  const { id: workspaceId } = world;
  world.trace.push(`ann writes /ratchet ${text}`);
  world.send({ kind: 'asked', schemaVersion: 1, workspaceId, commentId, login: 'ann', text });
}

async function forgeMoves(world: World, choice: Choice): Promise<void> {
  const { truth, hands } = world;
  choice<() => void>([
    () => hands.catchUp(),
    () => hands.catchUp(),
    () => hands.set({ mergeUnknown: !truth.mergeUnknown }),
    () => hands.set({ signed: !truth.signed }),
  ])();
  await told(world, choice, 'the forge moves');
}

async function loseLook(world: World): Promise<void> {
  const place = world.queue.findIndex(({ message }) => message.kind === 'look');
  if (place === -1) return;
  world.trace.push('a look is lost');
  world.queue.splice(place, 1);
}

/** A message is received by a process that soon dies. */
async function deliverBroken(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.queue.filter(({ receivers }) => receivers < 2);
  if (first === undefined) return;
  const activity = await receive(world, choice([first, ...others]));
  for (let calls = choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]); calls > 0; calls -= 1) {
    await world.activities.step(activity, 'goes');
  }
  await world.activities.step(activity, choice<Turn>(['dies-before', 'dies-after', 'answer-lost']));
}

async function breakOff(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.activities.running();
  if (first === undefined) return;
  const turn = choice<Turn>(['dies-before', 'dies-after', 'fails', 'answer-lost']);
  const activity = choice([first, ...others]);
  await world.activities.step(activity, turn);
  if (!turn.startsWith('dies')) return;
  const speaker = world.workers.all.find(({ taskRef }) => activity.name.startsWith(`${taskRef} `));
  if (speaker !== undefined) dies(world, speaker);
}

async function outage(world: World, choice: Choice): Promise<void> {
  const { truth, workers } = world;
  if (choice([true, false])) truth.down = !truth.down;
  else workers.full = !workers.full;
  world.trace.push(
    `the forge is ${truth.down ? 'down' : 'up'}, ${workers.full ? 'no' : 'some'} room`,
  );
}
