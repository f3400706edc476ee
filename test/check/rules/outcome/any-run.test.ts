import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineError } from '#model/engine-error.ts';
import { completeness, type ExitCategory, exitCategory } from '#model/engine-outcome.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { indicatesFailure } from '#check/rules/outcome/failures.ts';
import type { RawRun } from '#check/rules/outcome/gather-facts.ts';
import type { Judgement } from '#check/rules/outcome/judge-run.ts';
import { anyCatalog, anyRun } from './random-runs.ts';
import { exited, judged } from './samples.ts';

/** The two that give no result are equally little to be trusted. */
const rank: Record<ExitCategory, number> = {
  success: 0,
  diagnostic: 1,
  unknown: 2,
  tool_failure: 2,
};
const reach = { complete: 0, partial: 1, none: 2 } as const;

describe('the judgement of any run under any catalog', () => {
  it('is one of the categories, with a completeness and an error of their shapes', () => {
    const shaped = exceptionTo(
      (judgement) =>
        exitCategory.safeParse(judgement.category).success &&
        completeness.safeParse(judgement.completeness).success &&
        engineError.nullable().safeParse(judgement.error).success &&
        judgement.why !== '',
    );
    expect(shaped).toBeNull();
  });

  it('has an error exactly when nothing can be concluded, and then fails', () => {
    const odd = exceptionTo((judgement) => {
      const failed = judgement.category === 'tool_failure' || judgement.category === 'unknown';
      return (
        (judgement.error !== null) === failed &&
        (judgement.completeness.kind === 'none') === failed &&
        indicatesFailure(judgement) === failed
      );
    });
    expect(odd).toBeNull();
  });

  it('keeps the count of findings and the code of the tool', () => {
    const lost = exceptionTo((judgement, { report, ending }) => {
      const code = ending.kind === 'exited' ? ending.code : null;
      const recorded = judgement.category === 'success' ? 0 : code;
      return (
        judgement.findings === report.findings &&
        judgement.rawExit === code &&
        judgement.exit === recorded
      );
    });
    expect(lost).toBeNull();
  });

  it('says in a warning why it is not complete', () => {
    const silent = exceptionTo(
      ({ completeness: { kind }, warnings }) => kind === 'complete' || warnings.length > 0,
    );
    expect(silent).toBeNull();
  });

  it('never trusts a process that was cut off', () => {
    const trusted = exceptionTo(
      ({ category }, { ending }) => ending.kind === 'exited' || category === 'tool_failure',
    );
    expect(trusted).toBeNull();
  });

  it('never trusts a report that is broken where one is owed', () => {
    const trusted = exceptionTo(
      ({ category }, raw, catalog) => !owesReport(raw, catalog) || rank[category] > rank.diagnostic,
    );
    expect(trusted).toBeNull();
  });

  it('speaks of findings only where there are some', () => {
    const none = exceptionTo(({ category, findings }) => category !== 'diagnostic' || findings > 0);
    expect(none).toBeNull();
  });
});

describe('what may only make a result less trusted', () => {
  it('a probe that matches', () => {
    const better = exceptionTo((_before, { texts, ...raw }, catalog) => {
      const spoken = { ...raw, texts: { ...texts, stderr: 'x' } };
      const before = judged(spoken, { ...catalog, probes: [] });
      return (['degraded', 'partial', 'no-input'] as const).every((effect) => {
        const probe = { id: 'x', stream: 'stderr', pattern: 'x', effect, remedy: 'X.' } as const;
        return noBetter(judged(spoken, { ...catalog, probes: [probe] }), before);
      });
    });
    expect(better).toBeNull();
  });

  it('a code that is listed as a failure', () => {
    const better = exceptionTo((before, raw, catalog) => {
      const code = raw.ending.kind === 'exited' ? raw.ending.code : 0;
      const exitCodes = { ...catalog.exitCodes, toolFailure: [code] };
      return noBetter(judged(raw, { ...catalog, exitCodes }), before);
    });
    expect(better).toBeNull();
  });

  it('a signal in place of an exit', () => {
    const better = exceptionTo((before, raw, catalog) => {
      const ending = { kind: 'signalled', signal: 'SIGKILL' } as const;
      return noBetter(judged({ ...raw, ending }, catalog), before);
    });
    expect(better).toBeNull();
  });

  it('a report that is gone', () => {
    const better = exceptionTo((_before, raw, catalog) => {
      const owing = { ...catalog, report: 'always' } as const;
      const gone = { ...raw.report, state: 'absent' } as const;
      const after = judged({ ...raw, report: gone }, owing);
      return reach[after.completeness.kind] >= reach[judged(raw, owing).completeness.kind];
    });
    expect(better).toBeNull();
  });

  it('less judged than expected', () => {
    const better = exceptionTo((before, raw, catalog) => {
      const report = { ...raw.report, expected: (raw.report.analysed ?? 0) + 1 };
      return noBetter(judged({ ...raw, report }, catalog), before);
    });
    expect(better).toBeNull();
  });
});

describe('a code that nothing names', () => {
  it('means the same as any other such code', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 40, max: 120 }), (raw, code) => {
        const one = judged({ ...raw, ending: exited(code) });
        const other = judged({ ...raw, ending: exited(99) });
        expect([one.category, one.error?.reason]).toEqual([other.category, other.error?.reason]);
      }),
    );
  });
});

/** The smallest run and catalog for which it does not hold; null: there are none. */
function exceptionTo(
  holds: (judgement: Judgement, raw: RawRun, catalog: ExitCatalog) => boolean,
): unknown {
  const property = fc.property(anyRun, anyCatalog, (raw, catalog) =>
    holds(judged(raw, catalog), raw, catalog),
  );
  const { counterexample, errorInstance } = fc.check(property, { numRuns: 1000 });
  return counterexample && { counterexample, errorInstance };
}

function noBetter(after: Judgement, before: Judgement): boolean {
  return (
    rank[after.category] >= rank[before.category] &&
    reach[after.completeness.kind] >= reach[before.completeness.kind]
  );
}

function owesReport({ report, ending }: RawRun, catalog: ExitCatalog): boolean {
  if (report.state === 'valid' || catalog.report === 'never') return false;
  const quiet = ending.kind === 'exited' && ending.code === 0 && report.state === 'empty';
  return !(quiet && catalog.report === 'when-findings');
}
