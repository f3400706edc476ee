import type { Activity, Turn } from './activities.ts';
import type { Choice } from './move.ts';
import { receive } from './steps.ts';
import { dies } from './working.ts';
import type { Carried, World } from './world.ts';

export async function go(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.activities.running();
  if (first === undefined) return deliverWhole(world, choice);
  const activity = choice([first, ...others]);
  const calls = choice([1, 1, 2, 3, 5, 100]);
  for (let made = 0; made < calls && activity.ended === undefined; made += 1) {
    await world.activities.step(activity, 'goes');
  }
}

export async function deliver(world: World, choice: Choice): Promise<void> {
  const carried = waiting(world, choice);
  if (carried !== undefined) await receive(world, carried);
}

export async function deliverWhole(world: World, choice: Choice): Promise<void> {
  const carried = waiting(world, choice);
  if (carried !== undefined) await world.activities.finish(await receive(world, carried));
}

function waiting({ queue }: World, choice: Choice): Carried | undefined {
  const [first, ...others] = queue.filter(({ receivers }) => receivers < 2);
  return first && choice([first, ...others]);
}

/** What is on its way arrives, one after the other. */
export async function proceed(world: World, choice: Choice): Promise<void> {
  for (const activity of world.activities.running()) await world.activities.finish(activity);
  for (let messages = choice([2, 4, 8]); messages > 0; messages -= 1) {
    const [carried] = world.queue;
    if (carried === undefined) return;
    await world.activities.finish(await receive(world, carried));
  }
}

/** A look is lost on its way: the clock brings another one. */
export async function loseLook(world: World): Promise<void> {
  const carried = world.queue.find(({ message }) => message.kind === 'look');
  if (carried !== undefined) lose(world, carried);
}

/** Whoever receives it makes so many calls, and then others come first. */
export async function deliverPart(
  world: World,
  carried: Carried,
  calls: number,
): Promise<Activity> {
  const activity = await receive(world, carried);
  for (let made = 0; made < calls; made += 1) await world.activities.step(activity, 'goes');
  return activity;
}

/** A message is received by a process that soon dies. */
export async function deliverBroken(world: World, choice: Choice): Promise<void> {
  const carried = waiting(world, choice);
  if (carried === undefined) return;
  await breakInTheMiddle(world, carried, choice);
  if (isRepeated(carried) && choice([true, false])) lose(world, carried);
}

/** A queue that saw too many receivers of a message die gives it up. */
export async function loseInTheMiddle(
  world: World,
  carried: Carried,
  choice: Choice,
): Promise<void> {
  await breakInTheMiddle(world, carried, choice);
  lose(world, carried);
}

async function breakInTheMiddle(world: World, carried: Carried, choice: Choice): Promise<void> {
  const calls = choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]);
  const activity = await deliverPart(world, carried, calls);
  await world.activities.step(activity, choice<Turn>(['dies-before', 'dies-after', 'answer-lost']));
}

/** Commands that the next look gives again, should they be lost. */
function isRepeated({ message }: Carried): boolean {
  return message.kind === 'command' && repeated.has(message.command.kind);
}

const repeated: ReadonlySet<string> = new Set(['dispatch', 'publish', 'exit']);

function lose({ trace, queue }: World, carried: Carried): void {
  const place = queue.indexOf(carried);
  if (place === -1) return;
  const { message } = carried;
  trace.push(`lost: ${message.kind === 'command' ? message.command.kind : message.kind}`);
  queue.splice(place, 1);
}

export async function breakOff(world: World, choice: Choice): Promise<void> {
  const [first, ...others] = world.activities.running();
  if (first === undefined) return;
  const turn = choice<Turn>(['dies-before', 'dies-after', 'fails', 'answer-lost']);
  const activity = choice([first, ...others]);
  await world.activities.step(activity, turn);
  if (!turn.startsWith('dies')) return;
  const speaker = world.workers.all.find((one) => speaksIn(activity, one.taskRef));
  if (speaker !== undefined) dies(world, speaker, choice([true, false]));
}

function speaksIn({ name }: Activity, taskRef: string): boolean {
  return name.startsWith(`${taskRef} `);
}
