import { adviseHuman } from '#report/github/advice.ts';
import type { Paint } from '#report/human/look.ts';
import { tableLines } from '#report/human/table.ts';
import { moment } from '#base/moment.ts';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Transition } from '#model/transition.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import type { AskedCondition } from '#ratchet/rules/decision/decide.ts';
import { explainDecision } from '#report/workspaces/replay.ts';
import { pullRequestName } from '#report/workspaces/row.ts';
import {
  isDecision,
  type StoredDecision,
  readStoredDecision,
} from '#report/workspaces/stored-decision.ts';
import { safeLine } from '#report/safe-text.ts';
import { single } from '../check/option-values.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { createPaint, formatJson } from '../print.ts';
import { valueOrRefusal } from '../refusal.ts';
import {
  addPlaneOptions,
  type OpenOperations,
  type PlaneLocation,
} from '../workspaces/open-operations.ts';
import { readTime } from '../workspaces/read-time.ts';
import { pullRequestArgument, withWorkspace, readWholeLog } from '../workspaces/with-workspace.ts';

interface Options extends PlaneLocation {
  readonly at?: string;
  readonly json?: true;
}

/** `ratchetr why`: the decision that stands, or stood, with everything that was asked before it was made. */
export const register: RegisterCommand = (program, context) => {
  const command = program
    .command('why')
    .argument(...pullRequestArgument)
    .description('say what was decided about a pull request, and why, question by question')
    .addOption(
      single(
        '--at <time>',
        'the decision at this time: 2027-01-15 08:00 in UTC, or 2h for two hours ago',
      ),
    )
    .option('--json', 'print the decision as JSON, with the facts it was made from');
  addPlaneOptions(command).action((asked: string, options: Options) => {
    const { home, stack } = options;
    return withWorkspace(context, { asked, home, stack }, (open, state) =>
      printDecision(context, { open, state, options }),
    );
  });
};

interface DecisionQuery {
  readonly open: OpenOperations;
  readonly state: WorkspaceState;
  readonly options: Options;
}

async function printDecision(
  context: CliContext,
  { open, state, options }: DecisionQuery,
): Promise<void> {
  const finding = await findDecision({ open, state, options }, context.system.clock.now());
  const found = valueOrRefusal(context, finding);
  if (found === undefined) return;
  const asked = explainDecision(found);
  if (options.json) {
    context.stdout.write(formatJson({ ...found, asked }));
    return;
  }
  const now = options.at === undefined ? adviseHuman(state) : undefined;
  const paint = createPaint(context);
  const lines = [
    ...headLines(state, found, paint),
    ...(now === undefined ? [] : ['', `A person is needed. ${now}`]),
    '',
    'What was asked, in this order; the first that holds decides:',
    ...questionLines(asked, paint),
  ];
  context.stdout.write(`${lines.join('\n')}\n`);
}

async function findDecision(
  { open, state, options: { at: text } }: DecisionQuery,
  now: number,
): Promise<Outcome<StoredDecision, 'time' | 'no-decision' | 'not-kept' | 'other-version'>> {
  const at = text === undefined ? now : readTime(text, now);
  if (at === undefined) {
    const sentence = `--at takes a time in UTC such as "2027-01-15 08:00", or how long ago as 2h, not ${JSON.stringify(text)}.`;
    return refuse('time', sentence);
  }
  const decisions = (await readWholeLog(open, state.id)).filter(isDecision);
  const inForce = decisions.find(({ createdAt }) => createdAt <= at);
  if (inForce !== undefined) return readDecision(inForce);
  const place = pullRequestName(state.pullRequest);
  const oldest = decisions.at(-1);
  if (oldest !== undefined) {
    const sentence = `The log of ${place} begins at ${moment(oldest.createdAt)} UTC, after the time you ask for.`;
    return refuse('not-kept', sentence);
  }
  const { lastDecision } = state;
  if (lastDecision === undefined) {
    return refuse('no-decision', `Nothing was decided about ${place} yet.`);
  }
  const { action, code, reason } = lastDecision;
  const sentence = `${action} ${code}: ${safeLine(reason)} It was decided at ${moment(lastDecision.at)} UTC; the facts it was made from are kept for 7 days only.`;
  return refuse('not-kept', sentence);
}

function readDecision(entry: Transition): Outcome<StoredDecision, 'other-version'> {
  const decision = readStoredDecision(entry);
  if (decision !== undefined) return ok(decision);
  const { action, reason, createdAt } = entry;
  const sentence = `${action}: ${safeLine(reason)} It was decided at ${moment(createdAt)} UTC by another version of Ratchetr, whose facts this one cannot read.`;
  return refuse('other-version', sentence);
}

function headLines(
  { pullRequest, observation }: WorkspaceState,
  { action, code, reason, at }: StoredDecision,
  paint: Paint,
): readonly string[] {
  const title = safeLine(observation?.title ?? '', 200);
  return [
    `${paint('bold', pullRequestName(pullRequest))} ${title}`.trim(),
    ...(observation === undefined ? [] : [safeLine(observation.url)]),
    '',
    `${paint('bold', action)} ${code}, since ${moment(at)} UTC`,
    safeLine(reason),
  ];
}

function questionLines(asked: readonly AskedCondition[], paint: Paint): readonly string[] {
  const rows = asked.map(({ code, asks, seen, holds }) => {
    const style = holds === true ? ('bold' as const) : ('dim' as const);
    const answer = holds === null ? '-' : holds ? 'YES' : 'no';
    const known = holds === null ? '' : seen;
    return [answer, code, asks, known].map((text) => ({ text, style }));
  });
  return tableLines(
    { heads: ['', 'Code', 'Question', 'What was known'], numbers: new Set(), rows },
    paint,
  );
}
