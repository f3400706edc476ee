import type { Completeness, EngineOutcome } from '#model/engine-outcome.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { ExitCatalog, Probe } from './exit-catalog.ts';
import { judgeEngineExit } from './judge-exit.ts';
import { isFailure, listHints, probesThatHold } from './probes.ts';
import type { ProcessEnd, RunFacts } from './run-facts.ts';
import {
  blameOwnArgument,
  notInstalledCode,
  tooOldCode,
  type ToolVersion,
} from './supported-version.ts';
import {
  isTrustedVerdict,
  toolFailure,
  unknownOutcome,
  type Untrusted,
  type Verdict,
} from './verdict.ts';

export interface RunToJudge {
  readonly plan: Pick<EnginePlan, 'engine' | 'mode'> & Partial<Pick<EnginePlan, 'args'>>;
  readonly facts: RunFacts;
  readonly catalog: ExitCatalog;
  /** Absent: nothing is known of the tool that ran. */
  readonly tool?: ToolVersion;
}

type JudgedField =
  | 'argv'
  | 'rawExit'
  | 'exit'
  | 'signal'
  | 'category'
  | 'completeness'
  | 'warnings'
  | 'error'
  | 'findings';

export interface Judgement extends Pick<EngineOutcome, JudgedField> {
  readonly why: string;
  /** It judged, but not as configured; whether that fails the gate is configured. */
  readonly degraded: boolean;
}

/**
 * Says what a run amounts to. An error is there exactly when nothing can be concluded, which is exactly
 * when the category is neither a success nor findings. Findings are counted whatever the category.
 */
export function judgeEngineRun(run: RunToJudge): Judgement {
  const { facts, catalog } = run;
  const held = probesThatHold(catalog, facts);
  const verdict = forgiveEmptyScope(run, withMissingParts(chooseVerdict(run, held), facts, held));
  return {
    argv: facts.argv,
    ...exitFields(facts, verdict),
    category: verdict.category,
    why: verdict.why,
    completeness: describeCompleteness(verdict),
    degraded: listHints(held, 'degraded').length > 0,
    warnings: collectWarnings(verdict, facts, held),
    error: engineErrorOf(run, verdict),
    findings: facts.report.findings,
  };
}

function chooseVerdict(run: RunToJudge, held: readonly Probe[]): Verdict {
  const { ending } = run.facts;
  if (ending.kind !== 'exited') return judgeUnfinished(ending);
  const verdict = judgeExited(run, ending.code, held);
  return isTrustedVerdict(verdict) ? verdict : (blameOwnArgument(run) ?? verdict);
}

function judgeExited(
  { facts, catalog }: RunToJudge,
  code: number,
  held: readonly Probe[],
): Verdict {
  // Before the report: a text that names the cause tells more than a report that is missing.
  const failed = held.find(isFailure);
  if (failed) return toolFailure(failed.reason, failed.remedy);
  const [nothing] = listHints(held, 'no-input');
  if (nothing !== undefined) return unknownOutcome('EMPTY_SCOPE', nothing);
  return judgeEngineExit({ code, facts, catalog });
}

function withMissingParts(verdict: Verdict, { report }: RunFacts, held: readonly Probe[]): Verdict {
  if (!isTrustedVerdict(verdict)) return verdict;
  const short = held.filter((probe) => isFailure(probe) || probe.judgesAll !== true);
  const hinted = listHints(short, 'partial', 'degraded');
  return { ...verdict, missing: [...verdict.missing, ...hinted, ...describeShortfall(report)] };
}

/** The configuration of a tool may leave out all requested paths, but not the whole repository. */
function forgiveEmptyScope({ plan, facts }: RunToJudge, verdict: Verdict): Verdict {
  if (isTrustedVerdict(verdict) || verdict.reason !== 'EMPTY_SCOPE') return verdict;
  if (plan.mode === 'target' || facts.report.findings > 0) return verdict;
  return { category: 'success', why: verdict.why, missing: [verdict.why] };
}

function describeShortfall({ analysed, expected }: RunFacts['report']): string[] {
  if (analysed === null) return [];
  if (expected !== null && analysed < expected) return [`It judged ${analysed} of ${expected}.`];
  // Its findings say why it could not begin.
  return analysed === 0 ? ['It judged nothing to the end.'] : [];
}

function exitFields(
  { ending }: RunFacts,
  { category }: Verdict,
): Pick<Judgement, 'rawExit' | 'exit' | 'signal'> {
  const rawExit = ending.kind === 'exited' ? ending.code : null;
  return {
    rawExit,
    exit: rawExit !== null && category === 'success' ? 0 : rawExit,
    signal: ending.kind === 'signalled' ? ending.signal : null,
  };
}

function describeCompleteness(verdict: Verdict): Completeness {
  if (!isTrustedVerdict(verdict)) return { kind: 'none', reason: verdict.why };
  return verdict.missing.length > 0
    ? { kind: 'partial', reason: verdict.missing.join(' ') }
    : { kind: 'complete' };
}

function collectWarnings(verdict: Verdict, { report }: RunFacts, held: readonly Probe[]): string[] {
  const hinted = listHints(held, 'degraded', 'partial', 'no-input', 'told');
  const own = isTrustedVerdict(verdict)
    ? verdict.missing
    : [verdict.why, ...warnOfUncounted(report.findings)];
  return [...new Set([...own, ...hinted])];
}

function warnOfUncounted(findings: number): string[] {
  return findings > 0 ? [`Its ${findings} findings are shown, but not counted on.`] : [];
}

function engineErrorOf({ plan, facts }: RunToJudge, verdict: Verdict): Judgement['error'] {
  if (isTrustedVerdict(verdict)) return null;
  const { ending, argv, cwd, excerpts } = facts;
  return {
    engine: plan.engine,
    mode: plan.mode,
    reason: verdict.reason,
    message: verdict.why,
    exitCode: ending.kind === 'exited' ? ending.code : null,
    signal: ending.kind === 'signalled' ? ending.signal : null,
    argv,
    cwd,
    stderrExcerpt: excerpts.stderr,
  };
}

type UnfinishedEnd = Exclude<ProcessEnd, { kind: 'exited' }>;

/** A process that did not exit by itself gave no result, even where it wrote a report before. */
function judgeUnfinished(ending: UnfinishedEnd): Untrusted {
  switch (ending.kind) {
    case 'spawn-failed':
      return toolFailure(
        launchReasons[ending.code] ?? 'LAUNCH_FAILED',
        `${ending.message.trim() || `It did not start (${ending.code}).`} ${launchRemedy(ending.code)}`,
      );
    case 'signalled':
      return toolFailure(
        'CRASHED',
        `It was ended by ${ending.signal}; run it alone to see why, and give it more memory if it was killed.`,
      );
    case 'timed-out':
      return toolFailure('TIMEOUT', describeTimeout(ending));
    case 'overflowed':
      return toolFailure(
        'OUTPUT_OVERFLOW',
        `It wrote more than ${ending.limitBytes} bytes to ${ending.stream}; narrow its scope or raise the limit.`,
      );
    case 'overgrown':
      return toolFailure(
        'CRASHED',
        `Its folders took more than ${ending.limitBytes} bytes; see what it writes there, or raise the limit.`,
      );
    case 'aborted':
      return toolFailure(
        'CRASHED',
        'It was stopped from outside before it had ended; run it again.',
      );
  }
}

const launchReasons: Readonly<Record<string, Untrusted['reason']>> = {
  ENOENT: 'TOOL_NOT_FOUND',
  [notInstalledCode]: 'TOOL_NOT_FOUND',
  [tooOldCode]: 'TOOL_TOO_OLD',
};

function launchRemedy(code: string): string {
  return launchRemedies[code] ?? 'Install it or correct its command.';
}

const launchRemedies: Readonly<Record<string, string>> = {
  ENOTDIR: 'Make the folder or correct the configured root.',
  [notInstalledCode]: 'Nothing was started.',
  [tooOldCode]: 'Install that or a newer one.',
};

function describeTimeout({
  limit,
  limitMs,
}: Extract<UnfinishedEnd, { kind: 'timed-out' }>): string {
  return limit === 'wall'
    ? `It was not done after ${limitMs} ms; narrow its scope or raise the limit.`
    : `It wrote nothing for ${limitMs} ms; see whether it waits for input, or raise the limit.`;
}
