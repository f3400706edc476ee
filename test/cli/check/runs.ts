import { type EngineError, engineError } from '#model/engine-error.ts';
import { type EngineOutcome, engineOutcome } from '#model/engine-outcome.ts';
import { type EnginePlan, enginePlan } from '#model/engine-plan.ts';

/** The plan of an engine for the whole repository, unless told otherwise. */
export function aPlan(engine: string, given: Partial<EnginePlan> = {}): EnginePlan {
  return enginePlan.parse({
    engine,
    mode: 'target',
    root: '.',
    scope: ['.'],
    scopeSource: 'default',
    config: { path: null, source: 'discovery' },
    args: [],
    env: {},
    options: {},
    profile: null,
    toolProfile: null,
    ...given,
  });
}

/** A complete run without findings, unless told otherwise. */
export function anOutcome(plan: EnginePlan, given: Partial<EngineOutcome> = {}): EngineOutcome {
  const findings = given.findings ?? 0;
  const exit = findings === 0 ? 0 : 1;
  return engineOutcome.parse({
    schemaVersion: 1,
    plan,
    origin: 'run',
    argv: [plan.engine],
    toolVersion: '1.2.3',
    rawExit: exit,
    exit,
    signal: null,
    category: findings === 0 ? 'success' : 'diagnostic',
    completeness: { kind: 'complete' },
    warnings: [],
    error: null,
    findings,
    durationMs: 420,
    ...given,
  });
}

export function aFailure(plan: EnginePlan, reason: EngineError['reason']): EngineOutcome {
  const { engine, mode } = plan;
  const error = engineError.parse({
    engine,
    mode,
    reason,
    message: 'It failed.',
    exitCode: 70,
    signal: null,
    argv: [engine],
    cwd: '/repository',
    stderrExcerpt: '',
  });
  const completeness = { kind: 'none', reason: 'It failed.' } as const;
  return anOutcome(plan, { category: 'tool_failure', rawExit: 70, exit: 70, error, completeness });
}
