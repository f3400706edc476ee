import { type CachedRun, cachedRun, cacheVersion } from '#check/rules/outcome/cached-run.ts';
import { gatherFacts } from '#check/rules/outcome/gather-facts.ts';
import { judgeEngineRun } from '#check/rules/outcome/judge-run.ts';
import { withJudgement } from '#check/rules/outcome/reclassify.ts';
import { aPlan } from '../scope/plans.ts';
import { aReport, aRun, exited } from './samples.ts';

/** A run with one finding, as it is kept. */
export function aCachedRun(): CachedRun {
  const facts = gatherFacts(aRun({ ending: exited(1), report: aReport({ findings: 1 }) }), {});
  const plan = aPlan();
  const told = {
    schemaVersion: 1,
    plan,
    origin: 'run',
    toolVersion: '1.0.0',
    durationMs: 12,
  } as const;
  const finding = {
    kind: 'lint',
    severity: 'low',
    rule: 'F401',
    message: 'unused',
    path: 'src/a.py',
    line: 1,
    column: null,
    testIdentity: { exception: 'E', frame: { path: 'src/a.py', symbol: 'f' } },
  };
  return cachedRun.parse({
    version: cacheVersion,
    outcome: withJudgement(told, judgeEngineRun({ plan, facts, catalog: {} })),
    facts,
    findings: [finding],
    tests: [{ id: 'a', skipped: false }],
    coverage: [{ path: 'src/a.py', covered: 1, total: 2, uncovered: [2] }],
  });
}
