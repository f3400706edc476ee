import { compareText } from '#base/order.ts';
import type { HeldSuite, Observation, PendingCheck } from '#model/observation.ts';
import { checkLabel } from './check-key.ts';
import { readCheckState } from './check-state.ts';
import type { CheckFacts, PullRequestFacts } from './facts.ts';

interface Given extends Pick<PullRequestFacts, 'headSha' | 'readAt'> {
  readonly newest: readonly CheckFacts[];
  readonly held: readonly HeldSuite[];
}

type Earlier = Pick<Observation, 'headSha'> & {
  readonly ci: Pick<Observation['ci'], 'pending'>;
};

/** A workspace has to hold them; the oldest tell what keeps it waiting. */
const most = 20;

/** What is not over, and since when. */
export function pendingChecks(
  { newest, held, headSha, readAt }: Given,
  earlier: Earlier | undefined,
): PendingCheck[] {
  const seen = earlier?.headSha === headSha ? (earlier.ci.pending ?? []) : [];
  const before = new Map(seen.map(({ key, since }) => [key, since]));
  const checks = newest.filter((check) => readCheckState(check) === 'running').map(pendingCheck);
  const suites = held.filter(({ says }) => says === 'not-begun').map(pendingSuite);
  return [...checks, ...suites]
    .map(({ key, name, since = readAt }) => {
      return { key, name, since: Math.min(before.get(key) ?? readAt, since, readAt) };
    })
    .toSorted(
      (a, b) => a.since - b.since || compareText(a.name, b.name) || compareText(a.key, b.key),
    )
    .slice(0, most);
}

type Begun = Omit<PendingCheck, 'since'> & { readonly since?: number | undefined };

/** Some say "pending" again and again, each time by another status. */
function pendingCheck(check: CheckFacts): Begun {
  const { source, app, name, id, startedAt: since } = check;
  const key = source === 'status' ? `${app} ${name}` : id;
  return { key, name: checkLabel(check), since };
}

function pendingSuite({ id: key, name, event, since }: HeldSuite): Begun {
  return { key, name: checkLabel({ name, event }), since };
}
