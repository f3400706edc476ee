import { classifyExit } from './classify-exit.ts';
import { contradiction } from './contradictions.ts';
import type { ExitCatalog, ExitRule, FailureRule } from './exit-catalog.ts';
import type { BrokenReport, ReportState, RunFacts } from './run-facts.ts';
import type { Untrusted, Verdict } from './verdict.ts';
import { failure, unknown } from './verdict.ts';

export interface ExitCase {
  readonly code: number;
  readonly facts: RunFacts;
  readonly catalog: ExitCatalog;
}

/** Judges a process that exited: its code and its report together, for neither can tell alone. */
export function judgeExit(given: ExitCase): Verdict {
  const { code, facts, catalog } = given;
  const state = reportState(given);
  const told = facts.report.failure;
  if (told) {
    return failure(
      told.reason,
      `Its report says that it failed: ${told.message}. Repair that first.`,
    );
  }
  const rule = ruleFor(catalog, code, state);
  if (rule && isFailureRule(rule)) return { ...rule };
  if (isBroken(state)) return brokenReport(given, state);
  const verdict = rule ? byRule(rule) : byCode(given);
  if (verdict.category === 'tool_failure') return verdict;
  return contradiction(verdict, facts.report, code) ?? verdict;
}

function reportState({ code, facts: { report }, catalog }: ExitCase): ReportState {
  const silent = report.state === 'empty' && catalog.report === 'when-findings' && code === 0;
  if (report.state === 'valid' || catalog.report === 'never' || silent) {
    return report.findings > 0 ? 'valid-findings' : 'valid-empty';
  }
  return report.state;
}

function isBroken(state: ReportState): state is BrokenReport {
  return state !== 'valid-empty' && state !== 'valid-findings';
}

function ruleFor(
  { rules = [] }: ExitCatalog,
  code: number,
  state: ReportState,
): ExitRule | undefined {
  return rules.find((rule) => (rule.code === '*' || rule.code === code) && covers(rule, state));
}

// A rule of trust that names no state still speaks of valid reports only.
function covers(rule: ExitRule, state: ReportState): boolean {
  if (rule.report === undefined) return isFailureRule(rule) || !isBroken(state);
  return rule.report.some((covered) => covered === state);
}

function isFailureRule(rule: ExitRule): rule is FailureRule {
  return rule.category === 'tool_failure' || rule.category === 'unknown';
}

function byRule({ category, completeness, why }: Exclude<ExitRule, FailureRule>): Verdict {
  return { category, why, missing: completeness === 'partial' ? [why] : [] };
}

function byCode({ code, facts, catalog }: ExitCase): Verdict {
  const hasDiagnostics = facts.report.findings > 0;
  const { category, why } = classifyExit({ catalog, code, hasDiagnostics, action: facts.action });
  switch (category) {
    case 'tool_failure':
      return failure('CRASHED', `${why} Its standard error says more.`);
    case 'unknown':
      return unknown('CONTRADICTION', `${why} Add the code to the catalog of the engine.`);
    case 'success':
    case 'diagnostic':
      return { category, why, missing: [] };
  }
}

function brokenReport(given: ExitCase, state: BrokenReport): Untrusted {
  return byLauncher(given.code) ?? byCodeAlone(given) ?? broken[state](given.code);
}

// What shells and launchers say in place of a program that they could not start, or that a signal ended.
function byLauncher(code: number): Untrusted | undefined {
  if (code === 127) {
    return failure('TOOL_NOT_FOUND', 'The launcher did not find it (exit code 127); install it.');
  }
  if (code === 126) {
    return failure(
      'LAUNCH_FAILED',
      'The launcher could not execute it (exit code 126); see whether it is an executable file.',
    );
  }
  return code > 128 && code < 160
    ? failure(
        'CRASHED',
        `Its launcher says that signal ${code - 128} ended it; run it alone to see why.`,
      )
    : undefined;
}

function byCodeAlone(given: ExitCase): Untrusted | undefined {
  const verdict = byCode(given);
  return verdict.category === 'tool_failure' ? verdict : undefined;
}

const broken: Record<BrokenReport, (code: number) => Untrusted> = {
  absent: (code) =>
    failure('NO_OUTPUT', `It wrote no report (exit code ${code}). Its standard error says more.`),
  empty: (code) =>
    failure('NO_OUTPUT', `Its report is empty (exit code ${code}). Its standard error says more.`),
  unparseable: (code) =>
    failure(
      'JSON_PARSE_FAILED',
      `Its report cannot be read (exit code ${code}); see the raw report.`,
    ),
  invalid: (code) =>
    failure(
      'REPORT_INVALID',
      `Its report has a shape that is not known (exit code ${code}); see whether its version is supported.`,
    ),
  truncated: (code) =>
    failure('REPORT_INVALID', `Its report breaks off (exit code ${code}); see the raw report.`),
};
