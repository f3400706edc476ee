import type { EngineErrorReason, ReportFacts } from '#check/rules/outcome/run-facts.ts';
import type { RawRun } from '#check/rules/outcome/gather-facts.ts';
import type { Judgement } from '#check/rules/outcome/judge-run.ts';
import { aReport, aRun, exited } from '../samples.ts';

/** category, then completeness where it is not complete, then the reason where there is an error. */
export type Expected =
  | 'success'
  | 'success, partial'
  | 'diagnostic'
  | 'diagnostic, partial'
  | `${'tool_failure' | 'unknown'}, none, ${EngineErrorReason}`;

export interface Row {
  readonly exit: number | NodeSignal;
  readonly report: ReportFacts;
  readonly stdout?: string;
  readonly stderr?: string;
  /** The text of the report as the tool wrote it, as far as probes look at it. */
  readonly text?: string;
  readonly is: Expected;
  readonly degraded?: true;
}

type NodeSignal = 'SIGSEGV' | 'SIGKILL';

export const clean = aReport();
export const findings = aReport({ findings: 2 });
export const absent = aReport({ state: 'absent', analysed: null });
export const empty = aReport({ state: 'empty', analysed: null });
export const noise = aReport({ state: 'unparseable', analysed: null });
export const nothingRan = aReport({ analysed: 0 });

export function runOf({ exit, report, stdout = '', stderr = '', text = '' }: Row): RawRun {
  return aRun({
    ending: typeof exit === 'number' ? exited(exit) : { kind: 'signalled', signal: exit },
    report,
    texts: { stdout, stderr, report: text },
  });
}

export function summary({ category, completeness, error }: Judgement): string {
  const { kind } = completeness;
  return [category, kind === 'complete' ? [] : kind, error?.reason ?? []].flat().join(', ');
}
