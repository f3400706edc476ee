import { adviseHuman } from '#report/github/advice.ts';
import { type Paint, painter } from '#report/human/look.ts';
import { tableLines } from '#report/human/table.ts';
import { moment } from '#base/moment.ts';
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
import { EXIT } from '#local/exit-codes.ts';
import { single } from '../check/option-values.ts';
import { detectLook } from '../check/write-report.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import {
  addPlaneOptions,
  type OpenOperations,
  type PlaneLocation,
} from '../workspaces/open-operations.ts';
import { readWholeLog } from '../workspaces/read-log.ts';
import { readTime } from '../workspaces/read-time.ts';
import { pullRequestArgument, withWorkspace } from '../workspaces/with-workspace.ts';

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
    .addOption(single('--at <time>', 'as it stood then: 2027-01-15 08:00 in UTC, or 2h ago as 2h'))
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
  const found = await findDecision({ open, state, options }, context.system.clock.now());
  if (typeof found === 'string') {
    context.stderr.write(`${found}\n`);
    context.exitWith(EXIT.usage);
    return;
  }
  const asked = explainDecision(found);
  if (options.json) {
    context.stdout.write(`${JSON.stringify({ ...found, asked }, null, 2)}\n`);
    return;
  }
  const now = options.at === undefined ? adviseHuman(state) : undefined;
  const paint = painter(detectLook(context, undefined));
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
): Promise<StoredDecision | string> {
  const at = text === undefined ? now : readTime(text, now);
  if (at === undefined) {
    return `--at takes a time in UTC such as "2027-01-15 08:00", or how long ago as 2h, not ${JSON.stringify(text)}.`;
  }
  const decisions = (await readWholeLog(open, state.id)).filter(isDecision);
  const inForce = decisions.find(({ createdAt }) => createdAt <= at);
  if (inForce !== undefined) return readDecision(inForce);
  const place = pullRequestName(state.pullRequest);
  const oldest = decisions.at(-1);
  if (oldest !== undefined) {
    return `The log of ${place} begins at ${moment(oldest.createdAt)} UTC, after the time you ask for.`;
  }
  const { lastDecision } = state;
  if (lastDecision === undefined) return `Nothing was decided about ${place} yet.`;
  const { action, code, reason } = lastDecision;
  return `${action} ${code}: ${safeLine(reason)} It was decided at ${moment(lastDecision.at)} UTC; what it was made from is kept for 7 days only.`;
}

function readDecision(entry: Transition): StoredDecision | string {
  const decision = readStoredDecision(entry);
  if (decision !== undefined) return decision;
  const { action, reason, createdAt } = entry;
  return `${action}: ${safeLine(reason)} It was decided at ${moment(createdAt)} UTC by another version of Ratchetr, whose facts this one cannot read.`;
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
