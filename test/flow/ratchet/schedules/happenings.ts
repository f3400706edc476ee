import type { Choice } from './move.ts';
import { receive, wake } from './steps.ts';
import type { Carried, World } from './world.ts';

export async function told(world: World, choice: Choice, what: string): Promise<void> {
  world.trace.push(what);
  if (choice([true, true, true, false])) await wake(world);
}

const conclusions = [
  'FAILURE',
  'FAILURE',
  'FAILURE',
  'FAILURE',
  'FAILURE',
  'FAILURE',
  'SUCCESS',
  'CANCELLED',
] as const;

export async function checksMove(world: World, choice: Choice): Promise<void> {
  const { truth, hands } = world;
  if (truth.state !== 'open') return;
  const newest = truth.checks.at(-1);
  const isOver = newest?.status === 'COMPLETED';
  if (newest === undefined || (isOver && choice([true, false, false, false]))) {
    const event = choice(['pull_request', 'pull_request', 'push']);
    hands.registerCheck(event);
    return told(world, choice, `a check begins for ${event}`);
  }
  if (isOver) return;
  const conclusion = choice(conclusions);
  truth.flakyLog = choice([false, false, false, true]);
  hands.completeCheck(conclusion);
  await told(world, choice, `the check ends: ${conclusion}`);
}

export async function checkFails(world: World, choice: Choice): Promise<void> {
  const { truth, hands } = world;
  if (truth.state !== 'open' || truth.checks.length > 0) return;
  hands.registerCheck();
  hands.completeCheck('FAILURE');
  await told(world, choice, 'a check begins and fails');
}

/** The base breaks, and the branch with it; the next time it is mended, and the branch is not. */
export async function baseBreaks(world: World, choice: Choice): Promise<void> {
  const { truth, hands } = world;
  if (truth.state !== 'open') return;
  hands.set({ baseFails: !truth.baseFails });
  if (!truth.baseFails) return told(world, choice, 'the base is mended');
  if (truth.checks.length === 0) hands.registerCheck();
  hands.completeCheck('FAILURE');
  await told(world, choice, 'the base breaks, and the check fails');
}

export async function personActs(world: World, choice: Choice): Promise<void> {
  const { truth, hands } = world;
  const isOpen = truth.state === 'open';
  const act = choice<() => string>([
    () => (hands.push(), 'a person pushes'),
    () => (hands.push(), 'a person pushes'),
    () => (hands.toggleThread(), 'a review moves on'),
    () => (hands.insist(), 'a reviewer says something'),
    () => (hands.set({ state: isOpen ? 'closed' : 'open' }), isOpen ? 'closed' : 'opened again'),
    () => (hands.set({ conflicting: !truth.conflicting }), 'the conflict comes or goes'),
    () => (hands.moveBase(), 'the base moves'),
    () => {
      const labels = choice([['ratchet'], ['ratchet', 'ratchet:off'], []]);
      hands.set({ labels });
      return `labels: ${labels.join(' ')}`;
    },
  ]);
  if (!isOpen) hands.set({ state: 'open' });
  await told(world, choice, isOpen ? act() : 'opened again');
}

const orders = ['on', 'off', 'retry', 'retry', 'stop', 'hold 5m', 'release'] as const;

export async function personOrders(world: World, choice: Choice): Promise<void> {
  order(world, choice(orders));
}

/** A session is called off; mostly that is taken back at once. */
export async function personStops(world: World, choice: Choice): Promise<void> {
  if (world.book.head?.state.session === undefined) return;
  const texts = choice([['stop', 'retry'], ['stop', 'retry'], ['stop']]);
  for (const text of texts) await world.activities.finish(await receive(world, order(world, text)));
}

/** What asks for the result of a session to be published. */
export function resultOf({ queue }: World): Carried | undefined {
  return queue.find(
    ({ message }) => message.kind === 'command' && message.command.kind === 'publish',
  );
}

function order(world: World, text: string): Carried {
  const commentId = `comment-${world.book.orders.size}`;
  world.book.orders.set(commentId, text);
  const { id: workspaceId } = world;
  world.trace.push(`ann writes /ratchet ${text}`);
  return world.send({
    kind: 'asked',
    schemaVersion: 1,
    workspaceId,
    commentId,
    login: 'ann',
    text,
  });
}

export async function forgeMoves(world: World, choice: Choice): Promise<void> {
  const { truth, hands } = world;
  choice<() => void>([
    () => hands.catchUp(),
    () => hands.catchUp(),
    () => hands.set({ mergeUnknown: !truth.mergeUnknown }),
    () => hands.set({ signed: !truth.signed }),
    () => hands.set({ lags: !truth.lags }),
    () => hands.set({ shared: !truth.shared }),
  ])();
  await told(world, choice, 'the forge moves');
}
