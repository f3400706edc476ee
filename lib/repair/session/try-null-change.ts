import { runsTests } from '#check/run-tool.ts';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import { type Collected, collectFindings } from '#check/collect-findings.ts';
import type { FindingsSnapshot } from '../rules/session/findings-snapshot.ts';
import { newKnownFinding } from '../rules/session/known-finding.ts';
import {
  dependsOnPlace,
  listFailingRuns,
  type NullChange,
  steadyStart,
  type Steadied,
} from '../rules/session/null-change.ts';
import { linesSince } from './lines-since.ts';
import { findWayOut } from './probe-copy.ts';
import type { RepairServices, SessionContext } from './session.ts';

export interface UnprovedStart {
  readonly start: FindingsSnapshot;
  /** Whether something else is asked for than what engines found, such as a review. */
  readonly isMoreAsked: boolean;
}

/**
 * Judges the untouched tree once more in another copy and, where something fails, where the project itself lies: what differs
 * is no agent's doing, and no agent should be paid for it. Engines whose results rest on the content alone are not asked; but
 * all of them must find the code in the copy.
 */
export async function tryNullChange(
  deps: RepairServices,
  session: SessionContext,
  { start, isMoreAsked }: UnprovedStart,
): Promise<Steadied> {
  const wayOut = await findWayOut(deps, session, start.tree);
  if (wayOut !== undefined) return { start, noise: [], stop: wayOut };
  const uncertain = start.runs.map(({ scheduled }) => scheduled).filter(mayDiffer(session));
  if (uncertain.length === 0) return { start, noise: [], stop: undefined };
  const again = await judgeInCopy(deps, session, { start, runs: uncertain });
  const inPlace = await judgeInPlace(deps, session, start);
  const suspicious = dependsOnPlace(start, { inPlace });
  const runs = inPlace.map(({ scheduled }) => scheduled);
  const thrice = suspicious ? await judgeInCopy(deps, session, { start, runs }) : [];
  return steadyStart(start, { again, inPlace, thrice }, isMoreAsked);
}

function mayDiffer({ check }: SessionContext): (scheduled: Scheduled) => boolean {
  return ({ engine }) => {
    const known = check.engines.get(engine);
    return runsTests(known) || known?.reads === 'anything';
  };
}

interface ToJudge {
  readonly start: FindingsSnapshot;
  readonly runs: readonly Scheduled[];
}

async function judgeInCopy(
  deps: RepairServices,
  session: SessionContext,
  { start, runs }: ToJudge,
): Promise<NullChange['again']> {
  const copy = await deps.copies.open(start.tree, { hidden: [], linked: session.linked });
  try {
    return await judgeIn(deps, session, { start, runs, folder: copy.path });
  } finally {
    await copy.release();
  }
}

/** None where nothing fails, or where something else lies there than the session begins with. */
async function judgeInPlace(
  deps: RepairServices,
  session: SessionContext,
  start: FindingsSnapshot,
): Promise<NullChange['inPlace']> {
  const runs = listFailingRuns(start)
    .map(({ scheduled }) => scheduled)
    .filter(mayDiffer(session));
  if (runs.length === 0) return [];
  const folder = session.check.repository;
  const [since] = session.parents;
  const tree = await deps.trees.capture(folder, since === undefined ? {} : { since });
  return tree === start.tree ? judgeIn(deps, session, { start, runs, folder }) : [];
}

async function judgeIn(
  deps: RepairServices,
  session: SessionContext,
  { start, runs, folder }: ToJudge & { readonly folder: string },
): Promise<NullChange['again']> {
  const { check, runId } = session;
  const wanted = new Set(runs);
  const entries = start.runs.map(({ scheduled }) =>
    wanted.has(scheduled) ? scheduled : { ...scheduled, how: 'derived' as const },
  );
  // Nothing is taken from a cache: it would say what was said before.
  const own = { ...deps, cache: undefined, progress: undefined, ids: { runId: () => runId } };
  const input = { ...check, repository: folder, schedule: { entries, problems: [] } };
  const collected = await collectFindings(own, input, linesSince(deps, session, start.tree));
  return collected.map(asJudged);
}

function asJudged(run: Collected): NullChange['again'][number] {
  const { scheduled, outcome, tests } = run;
  const standing = { toRepair: true, fromStart: true };
  const known = run.identified().map((one) => newKnownFinding(one, standing));
  return { scheduled, outcome, tests, known };
}
