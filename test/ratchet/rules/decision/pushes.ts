import type { Push } from '#model/workspace.ts';
import { sha, t0 } from '../../../support/samples.ts';

/** A fixup that was pushed for a failed check. */
export function aPush(different: Partial<Push> = {}): Push {
  return {
    sha: sha('c'),
    tree: sha('e'),
    undo: 'undo',
    kind: 'ci',
    at: t0,
    parent: sha('9'),
    treeBefore: sha('8'),
    causes: ['actions / ci / unit'],
    changes: [{ path: 'src/a.ts', before: sha('1'), after: sha('2') }],
    ...different,
  };
}

/** One that people took back. */
export function aRefusedPush(different: Partial<Push> = {}): Push {
  return aPush({ takenBack: { by: sha('d'), at: t0, paths: ['src/a.ts'] }, ...different });
}
