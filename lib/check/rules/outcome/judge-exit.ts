import { classifyExit } from './classify-exit.ts';
import type { ExitCatalog, ExitRule, FailureRule } from './exit-catalog.ts';
import type { BrokenReport, ReportFacts, ReportState, RunFacts } from './run-facts.ts';
import { toolFailure, unknownOutcome, type Untrusted, type Verdict } from './verdict.ts';

export interface ExitCase {
  readonly code: number;
  readonly facts: RunFacts;
  readonly catalog: ExitCatalog;
}

/** Judges a process that exited: its code and its report together, for neither can tell alone. */
export function judgeEngineExit(given: ExitCase): Verdict {
  const { code, facts, catalog } = given;
  const state = classifyReport(given);
  const told = facts.report.failure;
  if (told) {
    return toolFailure(
      told.reason,
      `Its report says that it failed: ${told.message}. Repair that first.`,
    );
  }
  const rule = findRule(catalog, code, state);
  if (rule && isFailureRule(rule)) return { ...rule };
  if (isBroken(state)) return judgeBrokenReport(given, state);
  const verdict = rule ? judgeByRule(rule) : judgeByCode(given);
  if (verdict.category === 'tool_failure') return verdict;
  return findContradiction(verdict, facts.report, code) ?? verdict;
}

function classifyReport({ code, facts: { report }, catalog }: ExitCase): ReportState {
  const silent = report.state === 'empty' && catalog.report === 'when-findings' && code === 0;
  if (report.state === 'valid' || catalog.report === 'never' || silent) {
    return report.findings > 0 ? 'valid-findings' : 'valid-empty';
  }
  return report.state;
}

function isBroken(state: ReportState): state is BrokenReport {
  return state !== 'valid-empty' && state !== 'valid-findings';
}

function findRule(
  { rules = [] }: ExitCatalog,
  code: number,
  state: ReportState,
): ExitRule | undefined {
  return rules.find(
    (rule) => (rule.code === '*' || rule.code === code) && coversState(rule, state),
  );
}

// A rule of trust that names no state still speaks of valid reports only.
function coversState(rule: ExitRule, state: ReportState): boolean {
  if (rule.report === undefined) return isFailureRule(rule) || !isBroken(state);
  return rule.report.some((covered) => covered === state);
}

function isFailureRule(rule: ExitRule): rule is FailureRule {
  return rule.category === 'tool_failure' || rule.category === 'unknown';
}

function judgeByRule({ category, completeness, why }: Exclude<ExitRule, FailureRule>): Verdict {
  return { category, why, missing: completeness === 'partial' ? [why] : [] };
}

function judgeByCode({ code, facts, catalog }: ExitCase): Verdict {
  const hasDiagnostics = facts.report.findings > 0;
  const { category, why } = classifyExit({ catalog, code, hasDiagnostics, action: facts.action });
  switch (category) {
    case 'tool_failure':
      return toolFailure('CRASHED', `${why} Its standard error says more.`);
    case 'unknown':
      return unknownOutcome('CONTRADICTION', `${why} Add the code to the catalog of the engine.`);
    case 'success':
    case 'diagnostic':
      return { category, why, missing: [] };
  }
}

function judgeBrokenReport(given: ExitCase, state: BrokenReport): Untrusted {
  return judgeLauncherExit(given.code) ?? judgeByCodeAlone(given) ?? broken[state](given.code);
}

// What shells and launchers say in place of a program that they could not start, or that a signal ended.
function judgeLauncherExit(code: number): Untrusted | undefined {
  if (code === 127) {
    return toolFailure(
      'TOOL_NOT_FOUND',
      'The launcher did not find it (exit code 127); install it.',
    );
  }
  if (code === 126) {
    return toolFailure(
      'LAUNCH_FAILED',
      'The launcher could not execute it (exit code 126); see whether it is an executable file.',
    );
  }
  return code > 128 && code < 160
    ? toolFailure(
        'CRASHED',
        `Its launcher says that signal ${code - 128} ended it; run it alone to see why.`,
      )
    : undefined;
}

function judgeByCodeAlone(given: ExitCase): Untrusted | undefined {
  const verdict = judgeByCode(given);
  return verdict.category === 'tool_failure' ? verdict : undefined;
}

const broken: Record<BrokenReport, (code: number) => Untrusted> = {
  absent: (code) =>
    toolFailure(
      'NO_OUTPUT',
      `It wrote no report (exit code ${code}). Its standard error says more.`,
    ),
  empty: (code) =>
    toolFailure(
      'NO_OUTPUT',
      `Its report is empty (exit code ${code}). Its standard error says more.`,
    ),
  unparseable: (code) =>
    toolFailure(
      'JSON_PARSE_FAILED',
      `Its report cannot be read (exit code ${code}); see the raw report.`,
    ),
  invalid: (code) =>
    toolFailure(
      'REPORT_INVALID',
      `Its report has a shape that is not known (exit code ${code}); see whether its version is supported.`,
    ),
  truncated: (code) =>
    toolFailure('REPORT_INVALID', `Its report breaks off (exit code ${code}); see the raw report.`),
};

/** Where a valid report and the exit code cannot both be right, neither is believed. */
function findContradiction(
  { category }: Verdict,
  report: ReportFacts,
  code: number,
): Untrusted | undefined {
  if (report.analysed === 0 && report.findings === 0) {
    return unknownOutcome(
      'EMPTY_SCOPE',
      'It judged nothing at all; see whether its scope names what it should.',
    );
  }
  if (report.verdict === 'passed' && code !== 0 && category !== 'success') {
    return disagree(`Its report says that all is well, its exit code is ${code}`);
  }
  if (report.verdict === 'failed' && code === 0) {
    return disagree('Its report says that it failed, its exit code is 0');
  }
  if (report.findings === 0 && category !== 'success') {
    return disagree(`Its exit code ${code} speaks of findings, its report has none`);
  }
  return undefined;
}

function disagree(what: string): Untrusted {
  return unknownOutcome('CONTRADICTION', `${what}; run it alone to see which is right.`);
}
