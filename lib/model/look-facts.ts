import * as z from 'zod';
import { judgingSummary } from './judging.ts';
import { ciStatus, failedCheck, observation } from './observation.ts';
import { sha, timestamp } from './ids.ts';
import { sessionKind, sessionPhase } from './session.ts';
import { vouching } from './vouching.ts';

const { held, pending } = observation.shape.ci.shape;

const failure = z.object({
  fingerprint: z.string().optional().describe('Of the failure itself; absent: nothing specific.'),
  seenOn: z.int().nonnegative().describe('Pull requests that show it within the window.'),
  flaky: z.array(z.string()).describe('Ids of failed checks that look unreliable.'),
  neverStarted: z
    .array(
      z.object({
        name: z.string().describe('The check.'),
        because: z.string().describe('What the forge says of it.'),
      }),
    )
    .optional()
    .describe('Set where each check that was looked into failed before it began.'),
});
export type FailureFacts = z.infer<typeof failure>;

/** All that one poll knows: a decision follows from this and the settings alone, so it can be repeated. */
export const lookFacts = z.object({
  now: timestamp.describe('When the decision is made.'),
  prState: z.enum(['none', 'open', 'closed', 'merged']).describe('State of the pull request.'),
  headSha: sha.nullable().describe('The head; null: there is no pull request.'),
  baseSha: sha.nullable().describe('Tip of the base branch.'),
  headParent: sha.nullable().describe('First parent of the head.'),
  ciStatus,
  ciSince: timestamp.describe('Since when the set of checks is unchanged.'),
  observedAt: timestamp
    .optional()
    .describe('When the forge was looked at; absent: when the decision is made.'),
  mergeState: z.enum(['mergeable', 'conflicting', 'unknown']).describe('Whether it merges.'),
  reviewState: z.enum(['clear', 'changes-requested']).describe('Whether a review waits for us.'),
  reviewLeft: z
    .boolean()
    .default(false)
    .describe('Threads that reviewers left unresolved were answered, and nothing was changed.'),
  missing: z.array(z.string()).describe('Required checks that never reported.'),
  held,
  pending,
  failed: z.array(failedCheck).describe('Checks that failed.'),
  onBase: z.array(z.string()).describe('Of these, those that fail on the base as well.'),
  baseUnknownSince: timestamp
    .nullable()
    .default(null)
    .describe('Since when the base says nothing certain of some of them.'),
  draft: z.boolean().describe('Whether it is a draft.'),
  inMergeQueue: z.boolean().describe('A push now would eject it.'),
  fromFork: z.boolean().describe('The branch lies in another repository.'),
  canPush: z.boolean().describe('Whether we may push to the branch.'),
  workflowsBlocked: z.boolean().describe('Merging the base needs a right that we lack.'),
  authorAssociation: z.string().describe('What the author is to the repository.'),
  vouching: vouching
    .optional()
    .describe('Who vouches for the head; absent: author, label and command alone decide.'),
  archived: z.boolean().optional().describe('Nothing in the repository changes any more.'),
  labels: z.array(z.string()).describe('Label names.'),
  switchedTo: z.enum(['on', 'off']).nullable().describe('What a person said last.'),
  paused: z.string().nullable().describe('Who paused everything; null: it is not paused.'),
  attempts: z.int().nonnegative().describe('Pushed fixups in a row.'),
  staleSince: timestamp.nullable().describe('Since when checks are awaited after our push.'),
  restarted: z.boolean().describe('Checks have appeared that were not there before our push.'),
  hold: z
    .object({
      holder: z.string().describe('Who works.'),
      state: z.enum(['working', 'idle']).describe('Only working blocks.'),
      expiresAt: timestamp.describe('When it ends by itself.'),
    })
    .nullable()
    .describe('A person at work on the branch.'),
  session: z
    .object({
      phase: sessionPhase,
      headBefore: sha.describe('The head it works on.'),
      startBy: timestamp.describe('When its worker must have started.'),
      deadline: timestamp.describe('When its worker must have finished.'),
      cancelled: z.string().nullable().describe('Why nothing of it counts any more.'),
    })
    .nullable()
    .describe('Our own live session.'),
  refused: z
    .array(
      z.object({
        kind: sessionKind,
        commit: sha.describe('Our commit.'),
        by: sha.describe('The first head without it.'),
        paths: z.array(z.string()).describe('Where; empty: all of it.'),
      }),
    )
    .default([])
    .describe('What people took back of ours, for each kind of which nothing else is asked now.'),
  spent: z.boolean().describe('This observation was acted on before.'),
  lastReason: z.string().nullable().describe('How the last session ended.'),
  relaunches: z.int().nonnegative().describe('Crashes in a row at this head.'),
  unavailable: z
    .object({
      because: z.enum(['provider', 'account']).describe('What the agents lacked.'),
      times: z.int().positive().describe('Sessions in a row at this head.'),
      at: timestamp.describe('When the last one ended.'),
    })
    .nullable()
    .default(null)
    .describe('The last session ended because no agent could work.'),
  spentUsd: z.number().nonnegative().describe('What agents cost on this pull request.'),
  monthSpent: z.boolean().describe('The budget of the month is spent.'),
  baseBroken: z.array(z.string()).describe('Checks that failed here because the base was broken.'),
  updatedFrom: sha.nullable().describe('The head that we brought up to date last.'),
  rerun: z.array(z.string()).describe('Failed checks that we ran once more at this head.'),
  // Stored decisions have this name.
  errandSince: timestamp
    .nullable()
    .describe('Since when a forge action is under way; null: none is.'),
  failure: failure.nullable().describe('About the failure; null: it was not looked into.'),
  incidentUntil: timestamp.nullable().describe('Until when this failure is a shared incident.'),
  unknownSince: timestamp.nullable().describe('Since when nothing certain is known.'),
  judging: judgingSummary
    .extend({ vouchedBy: z.string().nullable().describe('Who vouched for it; null: no person.') })
    .optional()
    .describe('What this head changed of how the code is judged; absent: nothing is known of it.'),
  configProblem: z
    .string()
    .optional()
    .describe('Why ratchetr.yaml of the base branch cannot be used; absent: it can.'),
});
export type LookFacts = z.infer<typeof lookFacts>;

/** The settings that a decision depends on. */
export const ratchetSettings = z.object({
  enabled: z.boolean().describe('Every pull request is ratcheted without being asked.'),
  attempts: z.int().positive().describe('Pushed fixups in a row before a human is asked.'),
  relaunches: z.int().nonnegative().describe('Crashes in a row before a human is asked.'),
  staleCiMs: z.int().nonnegative().describe('How long checks may take to restart after our push.'),
  settleMs: z.int().nonnegative().describe('How long a set of checks rests before it is believed.'),
  startMs: z.int().nonnegative().describe('How long a worker may take to start.'),
  sessionMs: z.int().nonnegative().describe('How long a session may take.'),
  unknownMs: z.int().nonnegative().describe('How long nothing certain may be known.'),
  runningMs: z
    .int()
    .nonnegative()
    .default(2 * 60 * 60_000)
    .describe('How long one check may run before a person is asked.'),
  drafts: z.enum(['observe', 'fix']).describe('What to do with drafts.'),
  forks: z.enum(['observe', 'patch']).describe('What to do where we may not push.'),
  trusted: z.array(z.string()).describe('Author associations that start work.'),
  pullRequestUsd: z.number().nonnegative().describe('Most dollars for one pull request.'),
  rerunOnce: z.boolean().describe('Run unreliable checks once more first.'),
  updateFromBase: z.boolean().describe('Merge a base that was broken and is not any more.'),
  brake: z.int().nonnegative().describe('Pull requests with one failure that stop work; 0: never.'),
  brakeWindowMs: z.int().nonnegative().describe('How long a shared failure stops work.'),
  checks: z.boolean().describe('Whether every new head is checked by us.'),
});
export type RatchetSettings = z.infer<typeof ratchetSettings>;

const withoutUnits: ReadonlySet<string> = new Set([
  'staleCi',
  'settle',
  'start',
  'session',
  'unknown',
  'running',
  'brakeWindow',
]);

/** The settings as they were stored. Earlier versions left the unit out of the names of durations. */
export const storedSettings = z.preprocess((stored: unknown) => {
  const entries = z.record(z.string(), z.unknown()).safeParse(stored).data;
  if (entries === undefined) return stored;
  return Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [
      withoutUnits.has(name) ? `${name}Ms` : name,
      value,
    ]),
  );
}, ratchetSettings);
