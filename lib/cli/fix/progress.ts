import { createSessionLines, type ShownOutput } from '#local/progress/lines.ts';
import { canPaintOver, type ProgressInput } from '../check/shown-progress.ts';
import type { AttemptResult } from '#model/attempt.ts';
import type { AttemptAt, AttemptStage, SessionProgress } from '#repair/needs/session-progress.ts';
import { counted, dollars, seconds } from '#base/words.ts';
import { createEngineBoard, type EngineBoard } from '../check/engine-board.ts';
import { createLiveScreen } from '../check/live-screen.ts';
import { shortTitle } from '#local/progress/attempt-words.ts';

/** The command that starts a session stops this display before it writes anything else. */
export type ShownSession = ReturnType<typeof createLiveSession>;

/** Shows how a session goes on: a picture that moves on a terminal, else a line for each event. */
export function createSessionProgress(input: ProgressInput): ShownSession {
  return canPaintOver(input) ? createLiveSession(input) : createSessionLines(input);
}

/** One line for each attempt that runs, the engines while they run, and one line of totals. */
function createLiveSession(input: ProgressInput): SessionProgress & ShownOutput {
  const { clock } = input;
  const session = createSession();
  const screen = createLiveScreen(input, () => sessionLines(session, clock.now()));
  const painted = (change: () => void): void => {
    change();
    screen.start();
    screen.paint();
  };
  return {
    output: screen.output,
    collecting: (stage) => {
      const board = createEngineBoard(clock);
      painted(() => session.engines.set(stage, board));
      return {
        planned: (plans) => painted(() => board.planned(plans)),
        started: (plan) => painted(() => board.started(plan)),
        finished: (plan, outcome) => painted(() => board.finished(plan, outcome)),
      };
    },
    collected: (stage, { toRepair }) =>
      painted(() => {
        session.engines.delete(stage);
        session.toRepair = toRepair;
      }),
    planned: (tasks) =>
      painted(() => {
        for (const { id } of tasks) session.tasks.set(id, session.tasks.get(id) ?? 'queued');
      }),
    attempt: (at, stage) => painted(() => moveAttempt(session, { at, stage, now: clock.now() })),
    ended: (at, result) => painted(() => endAttempt(session, at, result)),
    stop: screen.stop,
  };
}

type TaskStanding = 'queued' | 'running' | 'done' | 'failed' | 'blocked';

interface Running {
  readonly at: AttemptAt;
  readonly stage: AttemptStage;
  readonly since: number;
}

interface Session {
  readonly engines: Map<string, EngineBoard>;
  readonly tasks: Map<string, TaskStanding>;
  readonly running: Map<string, Running>;
  readonly paid: Map<string, number>;
  /** Undefined until it was counted for the first time. */
  toRepair: number | undefined;
}

function createSession(): Session {
  return {
    engines: new Map(),
    tasks: new Map(),
    running: new Map(),
    paid: new Map(),
    toRepair: undefined,
  };
}

function moveAttempt(
  { tasks, running }: Session,
  { at, stage, now }: { at: AttemptAt; stage: AttemptStage; now: number },
): void {
  const key = `${at.task.id} ${at.attemptNo}`;
  tasks.set(at.task.id, 'running');
  running.set(key, { at, stage, since: running.get(key)?.since ?? now });
}

function endAttempt(
  { tasks, running, paid }: Session,
  { task, attemptNo }: AttemptAt,
  { outcome, cost }: Pick<AttemptResult, 'outcome' | 'cost'>,
): void {
  running.delete(`${task.id} ${attemptNo}`);
  tasks.set(task.id, standingAfter[outcome]);
  paid.set(task.id, (paid.get(task.id) ?? 0) + (cost?.usd ?? 0));
}

const standingAfter: Readonly<Record<AttemptResult['outcome'], TaskStanding>> = {
  succeeded: 'done',
  failed: 'failed',
  blocked: 'blocked',
  interrupted: 'queued',
};

function sessionLines(session: Session, now: number): readonly string[] {
  const engines = [...session.engines].flatMap(([stage, board]) => [
    `engines, ${stage}`,
    ...board.lines().map((line) => `  ${line}`),
  ]);
  return [...liveAttemptLines(session, now), ...engines, totalsLine(session)];
}

/** A picture that is taller than the terminal could not be painted over. */
const MOST_RUNNING = 12;

function liveAttemptLines({ running, paid }: Session, now: number): readonly string[] {
  const rows = [...running.values()].slice(0, MOST_RUNNING).map(({ at, stage, since }) => {
    const cost = paid.get(at.task.id) ?? 0;
    const known = cost > 0 ? [dollars(cost)] : [];
    const attempt = `attempt ${at.attemptNo}`;
    return [
      shortTitle(at.task),
      attempt,
      at.agent,
      stage,
      seconds(Math.max(0, now - since)),
      ...known,
    ];
  });
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) => row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  '));
  const more = running.size - rows.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

function totalsLine({ tasks, paid, toRepair }: Session): string {
  const standings = [...tasks.values()];
  const words = (['done', 'running', 'queued', 'failed', 'blocked'] as const).flatMap((word) => {
    const count = standings.filter((one) => one === word).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  const usd = [...paid.values()].reduce((sum, one) => sum + one, 0);
  const found = toRepair === undefined ? [] : [`${counted(toRepair, 'finding')} to repair`];
  const told = tasks.size === 0 ? [] : [`${counted(tasks.size, 'task')}: ${words.join(', ')}`];
  return [...told, ...found, dollars(usd)].join('; ');
}
