import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { gatherFacts, type RawRun } from '#check/rules/outcome/gather-facts.ts';
import { judgeEngineRun, type Judgement } from '#check/rules/outcome/judge-run.ts';
import type { RunTexts } from '#check/rules/outcome/probes.ts';
import type { EngineErrorReason, ReportFacts } from '#check/rules/outcome/run-facts.ts';

export const argv = ['tool', '--json', 'src'];
export const cwd = '/repo/packages/web';
export const plan = { engine: 'sample', mode: 'target' } as const;

type RawSample = Partial<Omit<RawRun, 'texts'>> & { readonly texts?: Partial<RunTexts> };

/** A check that exits 0 with a valid report of 3 files and no findings, unless told otherwise. */
export function aRun({ texts, ...given }: RawSample = {}): RawRun {
  return {
    ending: exited(0),
    action: 'check',
    report: aReport(),
    argv,
    cwd,
    texts: { stdout: '', stderr: '', report: '', ...texts },
    ...given,
  };
}

export function aReport(given: Partial<ReportFacts> = {}): ReportFacts {
  return { state: 'valid', findings: 0, analysed: 3, expected: null, verdict: null, ...given };
}

export function exited(code: number): RawRun['ending'] {
  return { kind: 'exited', code };
}

export function judged(raw: RawRun, catalog: ExitCatalog = {}): Judgement {
  return judgeEngineRun({ plan, facts: gatherFacts(raw, catalog), catalog });
}

/** category, then completeness where it is not complete, then the reason where there is an error. */
export type Expected =
  | 'success'
  | 'success, partial'
  | 'diagnostic'
  | 'diagnostic, partial'
  | `${'tool_failure' | 'unknown'}, none, ${EngineErrorReason}`;

export function summary({ category, completeness, error }: Judgement): string {
  const { kind } = completeness;
  return [category, kind === 'complete' ? [] : kind, error?.reason ?? []].flat().join(', ');
}
