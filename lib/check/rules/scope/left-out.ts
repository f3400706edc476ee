import { isIgnored, type RepositoryFacts } from '../repository/facts.ts';
import { isBelow } from '../repository/roots.ts';
import { withinRoot } from './within-root.ts';

interface LeaveOutRule {
  readonly judges: RegExp;
  readonly leavesOut?: 'ignored' | 'inner' | 'excluded';
}

interface RootContext {
  readonly facts: RepositoryFacts;
  readonly root: string;
  /** Folders below the root in which the same engine runs by itself. */
  readonly inner: readonly string[];
  /** What the settings exclude. */
  readonly excluded: readonly string[];
}

/** What an engine leaves out in one root, relative to it. */
export function listLeftOut(
  { judges, leavesOut }: LeaveOutRule,
  place: RootContext,
): readonly string[] {
  const { facts, root, inner, excluded } = place;
  if (leavesOut === undefined) return [];
  const own = {
    ignored: () => notOfProject(facts, judges),
    inner: () => inner,
    excluded: () => [],
  };
  const below = [...own[leavesOut](), ...excluded].filter((path) => isBelow(path, root));
  return withinRoot(below, root);
}

/** What git ignores, as far as there is anything in it to judge, and what is installed. */
function notOfProject(facts: RepositoryFacts, judges: RegExp): readonly string[] {
  const { files, environments, ignored = new Set<string>() } = facts;
  const judged = [...files].filter((path) => judges.test(path) && isIgnored(facts, path));
  return [
    ...environments,
    ...[...ignored].filter((path) => judged.some((one) => one === path || isBelow(one, path))),
  ];
}
