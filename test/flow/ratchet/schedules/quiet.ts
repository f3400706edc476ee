import { type WorkspaceHead, workspaceState } from '#model/workspace.ts';
import { dies } from './working.ts';
import { receive, tick, wake } from './steps.ts';
import type { World } from './world.ts';

/** Nothing happens any more but what was begun, and all of it must come to an end. */
export async function calmDown(world: World): Promise<void> {
  world.trace.push('--- quiet');
  const { truth, workers, hands } = world;
  truth.down = false;
  workers.full = false;
  hands.set({ mergeUnknown: false, lags: false, shown: undefined });
  await rest(world);
  await wake(world);
  const head = await rest(world);
  judge(world, head);
  await judgeLog(world);
}

const mostRounds = 400;

async function rest(world: World): Promise<WorkspaceHead> {
  let before: string | undefined;
  const losses = new Map<string, number>();
  for (let rounds = 0; rounds < mostRounds; rounds += 1) {
    await finishAll(world);
    world.hands.catchUp();
    const head = await headOf(world);
    const { state, dueAt, wakeSeq } = head;
    judgeLosses(world, state, losses);
    const code = state.lastDecision?.code ?? '';
    const isBusy = state.session !== undefined || state.check !== undefined || passing.has(code);
    const isSeen = state.wakeSeqSeen === wakeSeq;
    if (!isBusy && isSeen && (dueAt === undefined || before === code)) return head;
    before = code;
    if (dueAt === undefined) throw new Error(`It waits for ever: ${code}`);
    if (dueAt > world.now()) {
      world.trace.push(`${(dueAt - world.now()) / 1_000} s pass`);
      world.pass(dueAt - world.now());
    }
    await world.activities.finish(await tick(world));
  }
  throw new Error('It never comes to rest');
}

const longestLoss = 5 * 60_000;

/** A lost worker is noticed at the next looks, long before its time is up. */
function judgeLosses(
  world: World,
  { session, check }: WorkspaceHead['state'],
  losses: Map<string, number>,
): void {
  const now = world.now();
  for (const one of [session, check]) {
    const worker = world.workers.all.find(({ taskRef }) => taskRef === one?.taskRef);
    const isLost =
      worker?.alive === false && (one?.phase === 'launching' || one?.phase === 'running');
    if (!isLost) continue;
    const since = losses.get(worker.taskRef) ?? now;
    losses.set(worker.taskRef, since);
    if (now - since > longestLoss) throw new Error(`Nobody notices the loss of ${worker.taskRef}`);
  }
}

/** What cannot stay. */
const passing: ReadonlySet<string> = new Set([
  'WORKING_SESSION',
  'STALE_CI',
  'SESSION_LIVE',
  'STOPPING',
  'UNSETTLED',
  'FLAKY',
  'BRANCH_UPDATE',
  'INCIDENT',
]);

async function finishAll(world: World): Promise<void> {
  for (let rounds = 0; rounds < mostRounds; rounds += 1) {
    const [activity] = world.activities.running();
    const [carried] = world.queue;
    if (activity !== undefined) await world.activities.finish(activity);
    else if (carried !== undefined) await world.activities.finish(await receive(world, carried));
    else {
      const over = world.workers.all.filter(
        ({ alive, told, started, spoke, hangs }) =>
          alive && (told || !started || (spoke && !hangs)),
      );
      for (const worker of over) dies(world, worker, worker.number % 2 === 1);
      return;
    }
  }
  throw new Error('Its messages never end');
}

async function headOf({ workspaces, id }: World): Promise<WorkspaceHead> {
  const head = await workspaces.load(id);
  if (head === undefined) throw new Error('The workspace is gone');
  return head;
}

/** Every change that promised an entry is in the log, once and as it was promised. */
async function judgeLog({ workspaces, id, book }: World): Promise<void> {
  const logged = await workspaces.listTransitions({ id, now: 0, limit: 100_000 });
  const promised = [...book.promised.values()].toReversed();
  const isSame = logged.every((entry, index) => entry === promised[index]);
  if (isSame && logged.length === promised.length) return;
  const revs = logged.map(({ rev }) => rev).join(' ');
  book.problems.push(
    `the log has ${revs}, and promised were ${[...book.promised.keys()].join(' ')}`,
  );
}

function judge(world: World, { state, outbox, rev }: WorkspaceHead): void {
  const { book, truth, workers } = world;
  const { problems } = book;
  const { observation } = state;
  const { error } = workspaceState.safeParse(state);
  if (error !== undefined) problems.push(`it cannot be stored: ${error.message}`);
  if (observation?.headSha !== truth.head.sha || observation.state !== truth.state) {
    problems.push('the last wake led to no look at what is so');
  }
  // A check that nobody knows of has no say any more, and ends by itself.
  const alive = workers.all.filter(
    (one) => one.alive && one.started && (one.kind === 'fixup' || book.known.has(one.taskRef)),
  );
  for (const { taskRef } of alive) {
    if (state.leftovers.every((one) => one.taskRef !== taskRef) || truth.state !== 'open') {
      problems.push(`${taskRef} works for ever`);
    }
  }
  if (outbox !== undefined) problems.push(`the promises of revision ${outbox.rev} stand`);
  if (rev !== book.rev) problems.push(`revision ${rev} is not the last one told`);
}
