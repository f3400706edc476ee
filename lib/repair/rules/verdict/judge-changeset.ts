import type { Changeset } from '#model/changeset.ts';
import { judgeClaims } from './changeset-claims.ts';
import { judgeContents } from './changeset-contents.ts';
import { type ChangesetDiff, changesetDiff } from './changeset-diff.ts';
import { judgeEvidence } from './changeset-evidence.ts';
import { judgeExpectations } from './changeset-expectations.ts';
import { judgeTexts } from './changeset-texts.ts';
import type { ChangesetFacts } from './changeset-facts.ts';
import { judgeOrigin } from './changeset-origin.ts';
import { type ChangesetRejection, rejectChangeset } from './changeset-rejection.ts';
import { judgeCollisions } from './collisions.ts';
import { judgeDeletions } from './deletions.ts';
import type { DiffEntry } from './diff.ts';
import { inAnyForm } from '#base/glob.ts';
import { judgeGitlinks } from './gitlinks.ts';
import { judgeKinds } from './kinds.ts';
import { judgeModes } from './modes.ts';
import { judgePaths } from './paths.ts';
import type { DiffRules } from './rules.ts';
import { judgeSecrets } from './secrets.ts';
import { judgeSymlinks } from './symlinks.ts';

/** Derives again all that may be published of a changeset, and tells everything that speaks against it. */
export function judgeChangeset(
  changeset: Changeset,
  facts: ChangesetFacts,
): readonly ChangesetRejection[] {
  const diff = changesetDiff(changeset, facts);
  return [
    ...judgeOrigin(changeset, facts),
    ...judgeContents(changeset, facts),
    ...judgeEvidence(changeset, facts),
    ...judgeExpectations(changeset, facts),
    ...judgeClaims(changeset, withTexts(diff, facts), facts),
    ...judgeWorkflows(changeset, facts),
    ...judgeFileCount(changeset, facts, diff),
    ...judgePolicy(diff, facts),
    ...judgeTexts(diff.entries, facts, [...diff.existing.keys()]),
  ];
}

/** With the texts that came; the old ones are in the facts. */
function withTexts({ entries }: ChangesetDiff, { contents }: ChangesetFacts): readonly DiffEntry[] {
  return entries.map((entry) => ({ ...entry, newText: contents.get(entry.path)?.text }));
}

type Rule = (diff: readonly DiffEntry[], rules: DiffRules) => readonly ChangesetRejection[];

// Those that need no text of the head: what an attempt was held against besides is in the evidence.
const policy: readonly Rule[] = [
  judgePaths,
  judgeDeletions,
  judgeSymlinks,
  judgeGitlinks,
  judgeCollisions,
  judgeModes,
  judgeKinds,
  judgeSecrets,
];

function judgePolicy(
  { entries, existing }: ChangesetDiff,
  { limits }: ChangesetFacts,
): readonly ChangesetRejection[] {
  const links = [...existing].filter(([, { mode }]) => mode === '120000');
  const rules: DiffRules = {
    limits,
    request: { allowedPaths: ['**'], readOnlyPaths: [], permits: [] },
    engines: [],
    configuration: { parse: () => undefined, running: new Set(), named: new Set() },
    toolModules: new Set(),
    existingPaths: [...existing.keys()],
    // Where they lead is not known here, so no new link may pass through one of them.
    existingLinks: new Map(links.map(([path]) => [path, '/'])),
  };
  return policy.flatMap((rule) => rule(entries, rules));
}

/** The forge refuses such a push also where the base, and not the agent, changed them. */
function judgeWorkflows(
  { changes }: Changeset,
  { canPushWorkflows }: ChangesetFacts,
): readonly ChangesetRejection[] {
  if (canPushWorkflows || !changes.some(({ path }) => isWorkflow(path))) return [];
  const sentence =
    'It changes workflow files, which our access does not allow; push it by hand, or grant the workflows permission.';
  return [rejectChangeset('NO_RIGHT_TO_WORKFLOWS', sentence)];
}

const isWorkflow = inAnyForm(['.github/workflows/**']);

/** What the base brings in is no one's attempt, and a merge may combine many files without any conflict. */
function judgeFileCount(
  { parents }: Changeset,
  { limits, attempts }: ChangesetFacts,
  { entries }: ChangesetDiff,
): readonly ChangesetRejection[] {
  const most = limits.maxFilesChanged * Math.max(1, attempts);
  if (parents.length > 1 || entries.length <= most) return [];
  const sentence = `It touches ${entries.length} files, and its ${attempts} accepted attempts may touch ${most}; raise limits.maxFilesChanged if that is right.`;
  return [{ code: 'TOO_MANY_FILES', sentence }];
}
