import * as z from 'zod';
import type { Clock } from '#base/needs/clock.ts';
import type { Changeset } from '#model/changeset.ts';
import type { Sha } from '#model/ids.ts';
import type {
  BranchHead,
  Prepared,
  ChangesetToPublish,
  Publisher,
  PublishOutcome,
  PublishTarget,
} from '#ratchet/needs/publisher.ts';
import { type MintedToken, type Permissions, accessTo } from './access.ts';
import { addressOfBranch, isFork, accessToRead, toRoute } from './branch-place.ts';
import { createBranchReading } from './branch-reading.ts';
import { takesSignedOnly } from './branch-rules.ts';
import type { GitHubClient } from './client.ts';
import { type CommitWriting, createCommit, createTree } from './commit-writing.ts';
import { orRefused, refusePublish } from './publish-refusals.ts';
import { requireData } from './errors.ts';
import { commitSigned, whyUnsignable } from './signed-commit.ts';

/** Publishes through the git data API of GitHub, with a token that lives as long as one piece of the work. */
export function createPublisher(client: GitHubClient, clock: Clock): Publisher {
  const reading = createBranchReading(client, clock);
  const withToken = async <Result>(
    target: PublishTarget,
    publication: ChangesetToPublish,
    work: (writing: CommitWriting) => Promise<Result>,
  ) =>
    orRefused(async () => {
      const permissions = permissionsFor(publication.changeset);
      const token = await client.mint(accessTo(addressOfBranch(target), permissions));
      try {
        return await work({ ...publication, client, clock, reading, target, token });
      } finally {
        await endToken(client, token);
      }
    });
  return {
    headOf: reading.headOf,
    commitsSince: reading.commitsSince,
    filesOf: reading.filesOf,
    mergeBaseOf: reading.mergeBaseOf,
    async prepare(target, publication) {
      const signed = target.signed || (await isSignedBranch(client, target));
      const impossible = signed ? whyUnsignable(publication.changeset) : undefined;
      return impossible ?? withToken({ ...target, signed }, publication, prepareChangeset);
    },
    push: (target, prepared, publication) =>
      withToken(target, publication, async (writing) => {
        if (prepared.kind === 'commit') return moveBranch(writing, prepared.sha);
        const made = await commitSigned(writing);
        return made ?? judgeRace(writing, await reading.headOf(target), undefined);
      }),
  };
}

/** A branch may have rules of its own, beside those of the branch that it is to be merged into. */
async function isSignedBranch(client: GitHubClient, target: PublishTarget): Promise<boolean> {
  // The rules of a fork are not ours to read.
  return !isFork(target) && takesSignedOnly(client, accessToRead(target), target.branch);
}

async function prepareChangeset(writing: CommitWriting): Promise<Prepared> {
  const { target, changeset } = writing;
  if (await isDefaultBranch(writing)) {
    const reason = `${target.branch} is the default branch, which only people may change; use another branch.`;
    return refusePublish('DEFAULT_BRANCH', reason);
  }
  const tree = await createTree(writing);
  if (tree !== changeset.tree) {
    const reason = `GitHub made the tree ${tree}, and the changeset tells ${changeset.tree}; run the fixup again.`;
    return refusePublish('TREE_DIFFERS', reason);
  }
  if (target.signed) return { kind: 'signed' };
  return { kind: 'commit', sha: await createCommit(writing) };
}

/** Only what the change needs: GitHub gives no right that the installation does not have. */
function permissionsFor({ changes }: Changeset): Permissions {
  const hasWorkflows = changes.some(({ path }) => path.startsWith('.github/workflows/'));
  return { contents: 'write', ...(hasWorkflows && { workflows: 'write' }) };
}

/** It would end by itself within the hour, so that is no reason to fail. */
async function endToken(client: GitHubClient, token: MintedToken): Promise<void> {
  await client.revoke(token).catch(() => undefined);
}

async function isDefaultBranch({ client, target, token }: CommitWriting): Promise<boolean> {
  const parameters = toRoute(addressOfBranch(target));
  const path = '/repos/{owner}/{repo}';
  const answer = await client.rest({ method: 'GET', path, parameters }, token);
  const { default_branch: name } = repository.parse(requireData(answer, 'read the repository'));
  return name === target.branch;
}

const repository = z.object({ default_branch: z.string() });

/**
 * A fast-forward from the expected head and from no other. GitHub would also fast-forward from an older one, to which
 * a person set the branch back, so the head is read right before.
 */
async function moveBranch(writing: CommitWriting, commit: Sha): Promise<PublishOutcome> {
  const { client, reading, target, token } = writing;
  const before = await reading.headOf(target);
  if (before?.sha !== target.expectedHead) return judgeRace(writing, before, commit);
  const parameters = {
    ...toRoute(addressOfBranch(target)),
    ref: `heads/${target.branch}`,
    sha: commit,
    force: false,
  };
  const path = '/repos/{owner}/{repo}/git/refs/{ref}';
  const answer = await client.rest({ method: 'PATCH', path, parameters }, token);
  if (answer.status !== 200) {
    const now = await reading.headOf(target);
    if (now?.sha !== target.expectedHead) return judgeRace(writing, now, commit);
    requireData(answer, `move the branch ${target.branch}`);
  }
  return { kind: 'pushed', head: commit };
}

/** The branch has another head than expected: our own commit, whichever call pushed it, or that of another pusher. */
function judgeRace(
  { changeset, target }: CommitWriting,
  now: BranchHead | undefined,
  commit: Sha | undefined,
): PublishOutcome {
  if (now === undefined) {
    return refusePublish(
      'BRANCH_GONE',
      `The branch ${target.branch} is gone; there is nothing to push to.`,
    );
  }
  // Any account that may push can name a run in a message, but not with other content.
  const { runId, tree } = changeset;
  const isOwn = now.sha === commit || (now.runId === runId && now.tree === tree);
  return { kind: isOwn ? 'pushed' : 'lost-race', head: now.sha };
}
