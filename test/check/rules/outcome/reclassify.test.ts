import { describe, expect, it } from 'vitest';
import { engineOutcome } from '#model/engine-outcome.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { gatherFacts, type RawRun } from '#check/rules/outcome/gather-facts.ts';
import { judgeEngineRun } from '#check/rules/outcome/judge-run.ts';
import { reclassify, type StoredOutcome, withJudgement } from '#check/rules/outcome/reclassify.ts';
import { aReport, aRun, exited, plan } from './samples.ts';

const withFindings = aRun({ ending: exited(3), report: aReport({ findings: 2 }) });
const broken: ExitCatalog = {
  rules: [{ code: 3, category: 'tool_failure', reason: 'CONFIG_INVALID', why: 'Not its own.' }],
};

describe('reclassify', () => {
  it('changes nothing but the origin under the same catalog', () => {
    const kept = stored(withFindings, broken);
    const again = reclassify(kept, broken);
    expect(again.outcome).toEqual({ ...kept.outcome, origin: 'cached' });
  });

  it('applies a better catalog to a run that is over', () => {
    const kept = stored(withFindings, {});
    expect(kept.outcome).toMatchObject({ category: 'diagnostic', exit: 3, error: null });
    expect(reclassify(kept, broken).outcome).toMatchObject({
      category: 'tool_failure',
      completeness: { kind: 'none' },
      error: { reason: 'CONFIG_INVALID', exitCode: 3 },
      findings: 2,
    });
  });

  it('starts from the code as the tool returned it, not from the one that was recorded', () => {
    const kept = stored(aRun({ ending: exited(1) }), { exitCodes: { success: [1] } });
    expect(kept.outcome).toMatchObject({ rawExit: 1, exit: 0, category: 'success' });
    expect(reclassify(kept, { exitCodes: { toolFailure: [1] } }).outcome).toMatchObject({
      rawExit: 1,
      exit: 1,
      category: 'tool_failure',
    });
  });

  it('takes a failure back that a better catalog explains', () => {
    const kept = stored(aRun({ ending: exited(4) }), {});
    expect(kept.outcome).toMatchObject({ category: 'unknown', error: { reason: 'CONTRADICTION' } });
    const { outcome } = reclassify(kept, { ignoreExit: [4] });
    expect(outcome).toMatchObject({ category: 'success', exit: 0, error: null, warnings: [] });
    expect(outcome.completeness).toEqual({ kind: 'complete' });
  });

  it('says why, and whether the run was degraded', () => {
    const kept = stored(aRun({ texts: { stderr: 'mypy.ini: bad key' } }), {});
    const probe = {
      id: 'ignored',
      stream: 'stderr',
      pattern: '^mypy.ini: ',
      effect: 'degraded',
      remedy: 'Correct the key.',
    } as const;
    expect(reclassify(kept, { probes: [probe] }).judgement).toMatchObject({
      why: expect.stringContaining('exit code 0'),
      degraded: true,
    });
  });

  it('gives an outcome that keeps to its schema', () => {
    const { outcome } = reclassify(stored(withFindings, {}), broken);
    expect(engineOutcome.strict().parse(outcome)).toEqual(outcome);
  });
});

function stored(raw: RawRun, catalog: ExitCatalog): StoredOutcome {
  const facts = gatherFacts(raw, catalog);
  const outcome = withJudgement(
    {
      schemaVersion: 1,
      plan: {
        ...plan,
        root: '.',
        scope: ['src'],
        scopeSource: 'default',
        config: { path: null, source: 'discovery' },
        args: [],
        env: {},
        options: {},
        profile: null,
        toolProfile: null,
      },
      origin: 'run',
      toolVersion: '1.0.0',
      durationMs: 12,
    },
    judgeEngineRun({ plan, facts, catalog }),
  );
  return { outcome, facts };
}
