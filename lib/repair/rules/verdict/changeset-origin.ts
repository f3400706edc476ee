import type { Changeset } from '#model/changeset.ts';
import { runOfMessage } from '../session/run-trailer.ts';
import { type ChangesetRejection, rejectChangeset } from './changeset-rejection.ts';
import type { ChangesetFacts } from './changeset-facts.ts';

type Origin = Pick<ChangesetFacts, 'base' | 'now' | 'session'>;

/** It must be of this run, stand on the head that the run was given, and say nothing that only we may say. */
export function judgeOrigin(changeset: Changeset, facts: Origin): readonly ChangesetRejection[] {
  return [
    ...judgeRunIds(changeset, facts),
    ...judgeParents(changeset, facts),
    ...judgeDate(changeset, facts),
    ...judgeMessage(changeset),
  ];
}

/** A run may name its own artifacts only. */
function judgeRunIds(
  { runId, changes, evidence }: Changeset,
  { session }: Origin,
): readonly ChangesetRejection[] {
  const named = [
    runId,
    evidence.report.runId,
    ...changes.flatMap((change) => (change.kind === 'write' ? change.content.runId : [])),
  ];
  if (named.every((id) => id === session.id)) return [];
  return [
    rejectChangeset(
      'OTHER_RUN',
      `It speaks of another run than ${session.id}; run the fixup again.`,
    ),
  ];
}

function judgeParents(
  { parents: [head, second] }: Changeset,
  { session, base }: Origin,
): readonly ChangesetRejection[] {
  if (head !== session.headBefore) {
    const sentence = `It stands on ${head}, and its run was given ${session.headBefore}; run the fixup again.`;
    return [rejectChangeset('OTHER_PARENTS', sentence)];
  }
  if (second === undefined) return [];
  if (session.kind === 'merge-conflict' && second === base) return [];
  const sentence = `It also stands on ${second}, which its run was not told to merge; run the fixup again.`;
  return [rejectChangeset('OTHER_PARENTS', sentence)];
}

// Clocks of two machines differ by less.
const clockSkewMs = 10 * 60_000;

function judgeDate(
  { committedAt }: Changeset,
  { session, now }: Origin,
): readonly ChangesetRejection[] {
  const [from, to] = [session.reservedAt - clockSkewMs, now + clockSkewMs];
  if (committedAt >= from && committedAt <= to) return [];
  const sentence = 'Its date lies outside the time of its run; correct the clock of the worker.';
  return [rejectChangeset('OTHER_DATE', sentence)];
}

const longestMessage = 10_000;

/** No checks start for a commit that says one of these, so it would never be known whether it is green. */
const skipsChecks =
  /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]|^skip-checks:\s*true/im;

function judgeMessage({ message }: Changeset): readonly ChangesetRejection[] {
  const isPlain = message.length <= longestMessage && !/[^\P{Cc}\n\t]/u.test(message);
  if (isPlain && runOfMessage(message) === undefined && !skipsChecks.test(message)) return [];
  const sentence =
    'Its commit message is too long, holds control characters, names a run or skips checks; let it say what was repaired.';
  return [rejectChangeset('MESSAGE_REFUSED', sentence)];
}
