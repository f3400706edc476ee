import type {
  LeftFinding,
  Publication,
  ReportedAttempt,
  ReportedTask,
  RunReport,
} from '#model/run-report.ts';
import { counted, dollars } from '#base/words.ts';
import { span } from '#base/moment.ts';

export type Mood = 'good' | 'bad' | 'unsure' | 'plain';

export interface MoodWord {
  readonly mood: Mood;
  /** A word or a few. */
  readonly word: string;
}

/** What a run amounts to, in a sentence. */
export function concludeRun({ run, summary, tasks }: RunReport): MoodWord {
  if (summary !== null) return { mood: outcomes[summary.outcome], word: summary.sentence };
  if (run.status !== 'running') return { mood: ends[run.status], word: `The run ${run.status}.` };
  const done = tasks.filter(({ status }) => status !== 'queued' && status !== 'running');
  return {
    mood: 'plain',
    word: `Running: ${done.length} of ${counted(tasks.length, 'task')} done.`,
  };
}

const outcomes = {
  green: 'good',
  better: 'unsure',
  unchanged: 'unsure',
  interrupted: 'unsure',
  failed: 'bad',
} as const;

const ends = { succeeded: 'good', failed: 'bad', aborted: 'unsure' } as const;

/** Where a task stands. What a run that is over has not finished, it never will. */
export function taskState(task: ReportedTask, { run }: RunReport): MoodWord {
  if (task.dropped !== null) return { mood: 'bad', word: 'taken out' };
  const isOver = run.status !== 'running';
  switch (task.status) {
    case 'succeeded':
      return { mood: 'good', word: task.accepted === null ? 'done' : 'accepted' };
    case 'abandoned':
      return { mood: 'bad', word: 'given up' };
    case 'blocked':
      return { mood: 'unsure', word: 'needs a person' };
    case 'running':
      return isOver ? { mood: 'unsure', word: 'cut off' } : { mood: 'plain', word: 'running' };
    case 'queued':
      return isOver ? { mood: 'unsure', word: 'not done' } : { mood: 'plain', word: 'queued' };
  }
}

/** What became of an attempt. */
export function attemptState(attempt: ReportedAttempt, { run }: RunReport): MoodWord {
  const { verdict, status } = attempt;
  if (status === 'running') {
    const word = run.status === 'running' ? 'running' : 'cut off';
    return { mood: word === 'running' ? 'plain' : 'unsure', word };
  }
  if (verdict?.kind === 'rejected') {
    const codes = [...new Set(verdict.reasons.map(({ code }) => code))];
    return { mood: 'bad', word: `rejected: ${codes.join(', ')}` };
  }
  return status === 'succeeded'
    ? { mood: 'good', word: 'accepted' }
    : { mood: 'unsure', word: 'failed' };
}

/** Everything that speaks against an attempt, in sentences. */
export function listObjections({ verdict, reason }: ReportedAttempt): readonly string[] {
  const reasons = verdict?.kind === 'rejected' ? verdict.reasons : (verdict?.warnings ?? []);
  const sentences = reasons.map(({ code, sentence }) => `${code}: ${sentence}`);
  return sentences.length > 0 || reason === undefined ? sentences : [reason];
}

/** What its proof rests on, beside that its tests pass. */
export function evidenceWords({ evidence }: ReportedAttempt): readonly string[] {
  if (evidence === undefined) return [];
  const { verdict, canaries, mutants, outside } = evidence;
  return [
    verdicts[verdict],
    ...(canaries === 0 ? [] : [`${canaries} canaries held`]),
    ...(mutants.tried === 0
      ? []
      : [`${mutants.killed} of ${counted(mutants.tried, 'mutant')} killed`]),
    ...(outside === 'held' ? ['held outside of its runner'] : []),
  ];
}

const verdicts = {
  source_repaired: 'source repaired',
  expectation_changed: 'expectation changed',
  both: 'source and expectation changed',
  nothing_decided: 'no test had failed',
} as const;

/** The agents of a task, in the order in which they came. */
export function listAgents({ attempts }: ReportedTask): string {
  return [...new Set(attempts.map(({ agent }) => agent))].join(', ');
}

export function taskCost({ attempts }: ReportedTask): number {
  return attempts.reduce((sum, { cost }) => sum + (cost?.usd ?? 0), 0);
}

/** What became of the accepted changes, and what one can do with them. */
export function resultSentence(report: RunReport): string {
  return report.undone ? 'Its changes were undone.' : describeDelivery(report);
}

function describeDelivery({ run, summary, publication }: RunReport): string {
  const { result, patch } = summary ?? { result: { kind: 'none' } as const, patch: undefined };
  const kept = patch === undefined ? '' : ` The patch is the artifact ${patch}.`;
  switch (result.kind) {
    case 'none':
      return '';
    case 'patch':
      return `Nothing was changed here.${kept}`;
    case 'changeset':
      return `${describePublication(publication)}${kept}`;
    case 'applied':
      return `The files of the work tree were changed; \`ratchetr undo ${run.id}\` takes it back.`;
    case 'branch':
      return `The branch ${result.name} was made at ${result.commit.slice(0, 7)}.`;
    case 'refused':
      return `It could not be delivered: ${result.because}${kept}`;
  }
}

/** Without a pull request under watch, it is not known here who publishes it. */
function describePublication(publication: Publication | null): string {
  const { kind, commit, because, takenBackBy } = publication ?? notWatched;
  switch (kind) {
    case 'waiting':
      return 'It waits to be published.';
    case 'pushed': {
      const as = commit === null ? '' : ` as ${commit.slice(0, 12)}`;
      const back = takenBackBy === null ? '' : ` ${takenBackBy.slice(0, 12)} took it back.`;
      return `It was pushed${as}.${back}`;
    }
    case 'refused':
      return `It was not pushed. ${because ?? ''}`.trim();
    case 'unknown':
      return 'What became of it is no longer known.';
  }
}

const notWatched: Publication = {
  kind: 'unknown',
  commit: null,
  because: null,
  takenBackBy: null,
};

/** Everything in one line: tasks, attempts, money, time. */
export function runTotals(report: RunReport): string {
  const { run, tasks, usd, at } = report;
  const accepted = tasks.filter((task) => taskState(task, report).mood === 'good');
  const attempts = tasks.reduce((sum, task) => sum + task.attempts.length, 0);
  const took = span((run.finishedAt ?? at) - run.startedAt);
  const spent = `${counted(attempts, 'attempt')}, ${dollars(usd)}, ${took}.`;
  return `${accepted.length} of ${counted(tasks.length, 'task')} accepted, ${spent}`;
}

export interface LeftGroup {
  readonly because: string;
  readonly task: ReportedTask | undefined;
  readonly findings: readonly LeftFinding[];
}

/** What is left, put together by the reason; what was not tried comes last. */
export function leftGroups({ left, tasks }: RunReport): readonly LeftGroup[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const groups = Map.groupBy(left, ({ taskId, because }) => JSON.stringify([taskId, because]));
  const all = [...groups.values()].flatMap((findings) => {
    const [first] = findings;
    if (first === undefined) return [];
    const task = first.taskId === null ? undefined : byId.get(first.taskId);
    return { because: first.because, task, findings };
  });
  return all.toSorted((a, b) => Number(isUntried(a)) - Number(isUntried(b)));
}

/** Tolerated findings are among them, so they are counted rather than listed. */
export function isUntried({ findings, task }: LeftGroup): boolean {
  return task === undefined && findings.every(({ isNew }) => !isNew);
}
