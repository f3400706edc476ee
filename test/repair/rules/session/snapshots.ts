import type { EngineOutcome } from '#model/engine-outcome.ts';
import type { Finding } from '#model/finding.ts';
import { identifyFindings, type SourceOf } from '#check/rules/findings/identity.ts';
import { type KnownFinding, newKnownFinding } from '#repair/rules/session/known-finding.ts';
import type { FindingsSnapshot, EngineSnapshot } from '#repair/rules/session/findings-snapshot.ts';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import { sha, t0 } from '../../../support/samples.ts';
import { aPlan } from '../../../check/rules/scope/plans.ts';
import { found, hash } from '../tasks/found.ts';

const noSource: SourceOf = () => undefined;

/** A finding that a session knows; it was there from the start, and is to be repaired. */
export function aKnown(
  finding: Finding = found('src/a.py'),
  standing: Partial<Pick<KnownFinding, 'fromStart' | 'toRepair'>> = {},
): KnownFinding {
  const [identified] = identifyFindings({ hash }, [finding], noSource);
  if (identified === undefined) throw new Error('It was not identified');
  return newKnownFinding(
    { ...identified, finding },
    { toRepair: true, fromStart: true, ...standing },
  );
}

/** How an engine runs over everything below its root. */
export function scheduled(plan: Partial<Scheduled['plan']> = {}): Scheduled {
  const whole = aPlan(plan);
  return { engine: whole.engine, mode: whole.mode, how: 'run', requested: true, plan: whole };
}

/** What an engine found, all of it and without trouble. */
export function anEngineSnapshot({
  scheduled: own = scheduled(),
  ...changes
}: Partial<EngineSnapshot> = {}): EngineSnapshot {
  return {
    scheduled: own,
    outcome: anOutcome({ plan: own.plan }),
    known: [],
    tests: null,
    coverage: null,
    sourceOf: noSource,
    ...changes,
  };
}

export function anOutcome(changes: Partial<EngineOutcome> = {}): EngineOutcome {
  return {
    schemaVersion: 1,
    plan: aPlan(),
    origin: 'run',
    argv: ['ruff'],
    toolVersion: null,
    rawExit: 0,
    exit: 0,
    signal: null,
    category: 'success',
    completeness: { kind: 'complete' },
    warnings: [],
    error: null,
    findings: 0,
    durationMs: 1,
    ...changes,
  };
}

/** An engine that could not do its work. */
export const failedOutcome = anOutcome({
  category: 'tool_failure',
  completeness: { kind: 'none', reason: 'It crashed.' },
  error: {
    engine: 'ruff',
    mode: 'target',
    reason: 'CRASHED',
    message: 'It crashed.',
    exitCode: 2,
    signal: null,
    argv: ['ruff'],
    cwd: '/code',
    stderrExcerpt: '',
  },
});

export function aSnapshot(...runs: readonly EngineSnapshot[]): FindingsSnapshot {
  return { stage: 'start', tree: sha('a'), at: t0, durationMs: 5, runs };
}
