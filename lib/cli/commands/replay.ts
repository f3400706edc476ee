import { type Paint, painter } from '#report/human/look.ts';
import { tableLines } from '#report/human/table.ts';
import { moment } from '#base/moment.ts';
import type { Transition } from '#model/transition.ts';
import { counted } from '#base/words.ts';
import {
  isSame,
  type OtherSettings,
  type Replayed,
  replay,
  type ReplayedDecision,
} from '#report/workspaces/replay.ts';
import { isDecision, storedDecision } from '#report/workspaces/stored-decision.ts';
import { toldText } from '#report/workspaces/told-text.ts';
import { EXIT } from '#local/exit-codes.ts';
import { collect } from '../check/option-values.ts';
import { lookOf } from '../check/write-report.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { addPlace, type PlaceOptions } from '../workspaces/open-operations.ts';
import { readOtherSettings } from '../workspaces/other-settings.ts';
import { readLog } from '../workspaces/read-log.ts';
import {
  type AskedWorkspace,
  pullRequestArgument,
  withWorkspace,
} from '../workspaces/with-workspace.ts';

interface Options extends PlaceOptions {
  readonly with?: readonly string[];
  readonly json?: true;
}

/** `ratchetr replay`: every decision in the log made again, as it was and under other settings. */
export const register: RegisterCommand = (program, context) => {
  const command = program
    .command('replay')
    .argument(...pullRequestArgument)
    .description('make the decisions of the log again, each by itself, under other settings')
    .option(
      '--with <setting=value>',
      'such as attempts=5 or timeouts.staleCi=10m; may be repeated',
      collect,
    )
    .option('--json', 'print what was decided and what would have been as JSON');
  addPlace(command).action((asked: string, options: Options) =>
    replayAll(context, { asked, home: options.home, stack: options.stack }, options),
  );
};

interface Outcome {
  readonly decisions: readonly Replayed[];
  /** Of another version, with other facts. */
  readonly unreadable: number;
  /** Decided otherwise under the very same settings. */
  readonly contradictions: readonly Replayed[];
  /** Decided otherwise under the other settings. */
  readonly different: readonly Replayed[];
}

async function replayAll(
  context: CliContext,
  asked: AskedWorkspace,
  { with: texts = [], json }: Options,
): Promise<void> {
  const { stdout, stderr, exitWith } = context;
  const settings = readOtherSettings(texts);
  if (typeof settings === 'string') {
    stderr.write(`${settings}\n`);
    exitWith(EXIT.usage);
    return;
  }
  await withWorkspace(context, asked, async (open, { id }) => {
    const outcome = replayed(await readLog(open, id), settings);
    stdout.write(json ? `${JSON.stringify(outcome, null, 2)}\n` : describe(context, outcome));
    if (outcome.contradictions.length === 0) return;
    stderr.write(loudly(outcome.contradictions));
    exitWith(EXIT.toolFailure);
  });
}

function replayed(log: readonly Transition[], settings: OtherSettings): Outcome {
  const entries = log.filter(isDecision);
  const stored = entries.map(storedDecision).filter((one) => one !== undefined);
  const decisions = stored.map((one) => replay(one, settings));
  return {
    decisions,
    unreadable: entries.length - stored.length,
    contradictions: decisions.filter((one) => !isSame(one.stored, one.again)),
    different: decisions.filter((one) => !isSame(one.again, one.other)),
  };
}

function describe(context: CliContext, outcome: Outcome): string {
  const { decisions, unreadable, different } = outcome;
  const paint = painter(lookOf(context, undefined));
  const lines = [
    `${counted(decisions.length, 'decision')} made again, ${different.length} would differ.`,
    ...(unreadable === 0
      ? []
      : [
          `${counted(unreadable, 'decision')} of another version of Ratchetr cannot be made again.`,
        ]),
    ...(different.length === 0 ? [] : ['', ...differences(different, paint)]),
    ...(different.length === 0
      ? []
      : [
          '',
          'Each is made by itself: what would have followed from another decision is not told.',
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

function differences(different: readonly Replayed[], paint: Paint): readonly string[] {
  const rows = different.map(({ at, rev, stored, other }) =>
    [moment(at), String(rev), words(stored), words(other), toldText(other.reason)].map((text) => ({
      text,
    })),
  );
  const heads = ['Time (UTC)', 'Rev.', 'Was', 'Would be', 'Why'];
  return tableLines({ heads, numbers: new Set([1]), rows }, paint);
}

function loudly(contradictions: readonly Replayed[]): string {
  const lines = contradictions.map(
    ({ at, rev, stored, again }) =>
      `  revision ${rev} at ${moment(at)} UTC: the log says ${words(stored)}, made again it is ${words(again)}`,
  );
  return [
    `CONTRADICTION: ${counted(lines.length, 'decision')} cannot be made again from what the log says.`,
    ...lines,
    'Either the log was changed, or this version decides otherwise than the one that wrote it. Please report this with the output of `ratchetr transitions --json`.',
    '',
  ].join('\n');
}

function words({ action, code }: ReplayedDecision): string {
  return `${action} ${code}`;
}
