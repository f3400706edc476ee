import {
  breakOff,
  deliver,
  deliverBroken,
  deliverPart,
  deliverWhole,
  go,
  loseInTheMiddle,
  loseLook,
  proceed,
} from './carrying.ts';
import {
  baseBreaks,
  checkFails,
  checksMove,
  forgeMoves,
  personActs,
  personOrders,
  personStops,
  resultOf,
  told,
} from './happenings.ts';
import type { Choice, Move } from './move.ts';
import { tick } from './steps.ts';
import { outOfSight, resultWaits, workerActs, workerDies, workersEnd } from './working.ts';
import type { World } from './world.ts';

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
  [2, resultStopped],
  [1, resultOvertaken],
  [1, baseBreaks],
  [2, reviewGoesOn],
  [2, forgeMoves],
  [1, loseLook],
];

export const roughMoves: readonly (readonly [number, Move])[] = [
  ...calmMoves,
  [6, breakOff],
  [14, deliverBroken],
  [3, workerDies],
  [2, outOfSight],
  [1, resultLost],
  [1, outage],
];

/** What is under way goes well: workers do what they were launched for, and checks tell what they find. */
async function workThrough(world: World, choice: Choice): Promise<void> {
  await proceed(world, choice);
  await workersEnd(world, choice);
  await checkFails(world, choice);
}

/** Checks pass, a reviewer asks for something, and whoever works on that comes to its end, perhaps twice. */
async function reviewGoesOn(world: World, choice: Choice): Promise<void> {
  const { truth, hands } = world;
  if (truth.state !== 'open') return;
  hands.set({ conflicting: false });
  if (choice([true, false])) hands.insist();
  else hands.request();
  for (let rounds = choice([1, 2, 3]); rounds > 0; rounds -= 1) {
    hands.registerCheck();
    hands.completeCheck('SUCCESS');
    await told(world, choice, 'the check passes');
    await proceed(world, choice);
    world.pass(seconds(31));
    await told(world, choice, 'it has settled');
    await proceed(world, choice);
    await workersEnd(world, choice);
  }
}

/** A result is there, and before it is on the branch, somebody calls it off. */
async function resultStopped(world: World, choice: Choice): Promise<void> {
  await resultMoves(world, choice);
  await personStops(world, choice);
}

/** A result is there, and before it is on the branch, somebody else pushes. */
async function resultOvertaken(world: World, choice: Choice): Promise<void> {
  await resultMoves(world, choice);
  world.hands.push();
  await told(world, choice, 'a person pushes');
}

/** On its way to the branch, perhaps, and not there yet. */
async function resultMoves(world: World, choice: Choice): Promise<void> {
  await resultWaits(world);
  const result = resultOf(world);
  if (result !== undefined) await deliverPart(world, result, choice(calls));
}

const calls = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** A result is there, and whoever is to publish it dies until the queue gives the message up. */
async function resultLost(world: World, choice: Choice): Promise<void> {
  await resultWaits(world);
  const result = resultOf(world);
  if (result !== undefined) await loseInTheMiddle(world, result, choice);
}

const pauses = [
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
] as const;

async function timePasses(world: World, choice: Choice): Promise<void> {
  const passed = choice(pauses);
  world.trace.push(`${passed / 1_000} s pass`);
  world.pass(passed);
}

async function outage(world: World, choice: Choice): Promise<void> {
  const { truth, workers } = world;
  if (choice([true, false])) truth.down = !truth.down;
  else workers.full = !workers.full;
  world.trace.push(
    `the forge is ${truth.down ? 'down' : 'up'}, ${workers.full ? 'no' : 'some'} room`,
  );
}
