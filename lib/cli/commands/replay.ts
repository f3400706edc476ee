import type { Paint } from '#report/human/look.ts';
import { moment } from '#base/moment.ts';
import type { Transition } from '#model/transition.ts';
import { counted } from '#base/words.ts';
import {
  isSameDecision,
  type OtherSettings,
  type Replayed,
  replayDecision,
  type ReplayedDecision,
} from '#report/workspaces/replay.ts';
import { isDecision, readStoredDecision } from '#report/workspaces/stored-decision.ts';
import { safeLine } from '#report/safe-text.ts';
import { EXIT } from '#local/exit-codes.ts';
import { collectValues } from '../check/option-values.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { createPaint, formatJson, formatTable } from '../print.ts';
import { refuseCommand, valueOrRefusal } from '../refusal.ts';
import { addPlaneOptions, type PlaneLocation } from '../workspaces/open-operations.ts';
import { readOtherSettings } from '../workspaces/other-settings.ts';
import {
  type AskedWorkspace,
  pullRequestArgument,
  withWorkspace,
  readWholeLog,
} from '../workspaces/with-workspace.ts';

interface Options extends PlaneLocation {
  readonly with?: readonly string[];
  readonly json?: true;
}

/** `ratchetr replay`: every decision in the log made again, as it was and under other settings. */
export const register: RegisterCommand = (program, context) => {
  const command = program
    .command('replay')
    .argument(...pullRequestArgument)
    .description('repeat the decisions of the log, each by itself, under other settings')
    .option(
      '--with <setting=value>',
      'such as attempts=5 or timeouts.staleCi=10m; may be repeated',
      collectValues,
    )
    .option('--json', 'print the old and the new decisions as JSON');
  addPlaneOptions(command).action((asked: string, options: Options) =>
    replayAll(context, { asked, home: options.home, stack: options.stack }, options),
  );
};

interface ReplayedLog {
  readonly decisions: readonly Replayed[];
  /** Of another version, with other facts. */
  readonly unreadable: number;
  /** Decided differently under the same settings. */
  readonly contradictions: readonly Replayed[];
  /** Decided differently under the other settings. */
  readonly different: readonly Replayed[];
}

async function replayAll(
  context: CliContext,
  asked: AskedWorkspace,
  { with: texts = [], json }: Options,
): Promise<void> {
  const settings = valueOrRefusal(context, readOtherSettings(texts));
  if (settings === undefined) return;
  await withWorkspace(context, asked, async (open, { id }) => {
    const outcome = replayLog(await readWholeLog(open, id), settings);
    context.stdout.write(
      json ? formatJson(outcome) : describeReplays(createPaint(context), outcome),
    );
    if (outcome.contradictions.length === 0) return;
    refuseCommand(context, describeContradictions(outcome.contradictions), EXIT.toolFailure);
  });
}

function replayLog(log: readonly Transition[], settings: OtherSettings): ReplayedLog {
  const entries = log.filter(isDecision);
  const stored = entries.map(readStoredDecision).filter((one) => one !== undefined);
  const decisions = stored.map((one) => replayDecision(one, settings));
  return {
    decisions,
    unreadable: entries.length - stored.length,
    contradictions: decisions.filter((one) => !isSameDecision(one.stored, one.again)),
    different: decisions.filter((one) => !isSameDecision(one.again, one.other)),
  };
}

function describeReplays(paint: Paint, outcome: ReplayedLog): string {
  const { decisions, unreadable, different } = outcome;
  const lines = [
    `${counted(decisions.length, 'decision')} made again, ${different.length} would differ.`,
    ...(unreadable === 0
      ? []
      : [
          `${counted(unreadable, 'decision')} of another version of Ratchetr cannot be made again.`,
        ]),
    ...(different.length === 0 ? [] : ['', ...differenceLines(paint, different)]),
    ...(different.length === 0
      ? []
      : [
          '',
          'Each decision is repeated by itself: what would have followed from a different one is not shown.',
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

function differenceLines(paint: Paint, different: readonly Replayed[]): readonly string[] {
  const rows = different.map(({ at, rev, stored, other }) => [
    moment(at),
    String(rev),
    nameDecision(stored),
    nameDecision(other),
    safeLine(other.reason),
  ]);
  const heads = ['Time (UTC)', 'Rev.', 'Was', 'Would be', 'Why'];
  return formatTable(paint, { heads, number: 1, rows });
}

function describeContradictions(contradictions: readonly Replayed[]): string {
  const lines = contradictions.map(
    ({ at, rev, stored, again }) =>
      `  revision ${rev} at ${moment(at)} UTC: the log says ${nameDecision(stored)}, made again it is ${nameDecision(again)}`,
  );
  return [
    `CONTRADICTION: ${counted(lines.length, 'decision')} cannot be made again from what the log says.`,
    ...lines,
    'Either the log was changed, or this version decides differently from the one that wrote it. Please report this with the output of `ratchetr transitions --json`.',
  ].join('\n');
}

function nameDecision({ action, code }: ReplayedDecision): string {
  return `${action} ${code}`;
}
