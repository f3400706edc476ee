import type { Artifact } from '#model/artifact.ts';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Run } from '#model/run.ts';
import { parseJson } from '#base/json.ts';
import { nameFirst } from '#base/words.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { storedPlan, type StoredPlan } from '#report/plan/plan-report.ts';
import type { OpenRuns } from './open-runs.ts';

const mostNamed = 10;

/** Reads a structured plan that an attempt of the run left behind; it must be named where there are several. */
export async function loadPlan(
  { runs, artifacts }: OpenRuns,
  { id }: Run,
  asked: string | undefined,
): Promise<Outcome<StoredPlan, 'no-plan' | 'plan-lost'>> {
  const plans = (await runs.listArtifacts(id)).filter(isPlan);
  const fitting = plans.filter(({ name }) => asked === undefined || name === asked);
  const [first, ...others] = fitting;
  if (first === undefined || others.length > 0) {
    return refuse('no-plan', explainNoPlan(id, plans, asked));
  }
  const bytes = await artifacts.get({ runId: id, name: first.name });
  const stored = bytes && storedPlan.safeParse(parseJson(new TextDecoder().decode(bytes))).data;
  if (stored !== undefined) return ok(stored);
  return refuse(
    'plan-lost',
    `The artifact ${first.name} of run ${id} is lost or is not a stored plan.`,
  );
}

function isPlan({ kind, name }: Artifact): boolean {
  return kind === 'json' && name.startsWith('plans/');
}

function explainNoPlan(id: string, plans: readonly Artifact[], asked: string | undefined): string {
  if (plans.length === 0) return `Run ${id} has no structured plan.`;
  const names = plans.map(({ name }) => oneLine(name));
  const list = nameFirst(names, mostNamed);
  if (asked === undefined) return `Run ${id} has several plans; choose one with --plan: ${list}`;
  return `Run ${id} has no plan ${JSON.stringify(shortened(oneLine(asked), 200))}; it has ${list}`;
}
