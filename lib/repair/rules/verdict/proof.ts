import type { ProofRow } from '#model/proof.ts';
import type { TestEvidence } from '#model/test-evidence.ts';

/** What is known of a run of an engine on the tree that is believed. */
export interface ProvingRun {
  readonly engine: string;
  readonly root: string;
  readonly version: string | null;
  readonly isOfTests: boolean;
  /** Whether it starts what the repository says, tests or not. */
  readonly runsCode: boolean;
  readonly isPinned: boolean;
  /** Whether what is installed was held against a seal around it. */
  readonly isSealed: boolean;
  /** Whether the untouched tree was judged alike twice; undefined: that was not tried. */
  readonly isSteady: boolean | undefined;
  /** Tests that it ran. */
  readonly ran: number;
}

/** What a result rests on: a row for each run, with what was found out about its tests on the way. */
export function listProof(
  runs: readonly ProvingRun[],
  evidence: readonly TestEvidence[],
): readonly ProofRow[] {
  return runs.map(({ engine, root, version, isOfTests, runsCode, ran, ...run }) => ({
    engine,
    root,
    version,
    tool: run.isPinned ? ('pinned' as const) : ('project' as const),
    runsCode,
    environment: run.isSealed ? ('sealed' as const) : ('own' as const),
    ...(run.isSteady !== false && { nullChange: run.isSteady ? 'held' : 'not_tried' }),
    ...(isOfTests && {
      tests: { ran, ...sumEvidence(evidence.filter((one) => one.runners?.includes(engine))) },
    }),
  }));
}

function sumEvidence(all: readonly TestEvidence[]): Omit<NonNullable<ProofRow['tests']>, 'ran'> {
  const sum = (of: (one: TestEvidence) => number): number =>
    all.reduce((total, one) => total + of(one), 0);
  const planted = sum(({ canaries }) => canaries);
  return {
    // Where one answers wrongly, there is no evidence and no change.
    canaries: { held: planted, planted },
    mutants: {
      killed: sum(({ mutants }) => mutants.killed),
      tried: sum(({ mutants }) => mutants.tried),
    },
    lines: sum(({ lines = 0 }) => lines),
    outside: all.some(({ outside }) => outside === 'held'),
  };
}
