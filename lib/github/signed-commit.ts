import * as z from 'zod';
import type { Changeset } from '#model/changeset.ts';
import { type Sha, sha } from '#model/ids.ts';
import { withRunTrailer } from '#repair/rules/session/run-trailer.ts';
import type { PublishOutcome } from '#ratchet/needs/publisher.ts';
import type { CommitWriting } from './commit-writing.ts';
import { ForgeRefusal } from './errors.ts';
import { commitOnBranch } from './mutations.ts';
import { type PublishRefusal, refusePublish } from './publish-refusals.ts';

const mostFiles = 100;
const mostBytes = 20 * 1024 * 1024;

/** Why GitHub cannot sign this; it signs only what its own mutation can express. */
export function whyUnsignable({ parents, changes }: Changeset): PublishRefusal | undefined {
  const writes = changes.filter((change) => change.kind === 'write');
  const sum = writes.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  const what = [
    parents.length > 1 && 'a merge',
    writes.some(({ mode }) => mode === '100755') && 'an executable file',
    writes.some(({ mode }) => mode === '120000') && 'a symbolic link',
    changes.length > mostFiles && `more than ${mostFiles} files`,
    sum > mostBytes && 'more than 20 MB',
  ].find((part) => part !== false);
  if (what === undefined) return undefined;
  const reason = `The branch takes signed commits only, and GitHub signs no commit with ${what}; push the patch by hand with a signature.`;
  return refusePublish('SIGNATURE_IMPOSSIBLE', reason);
}

/** Makes the signed commit as the new head, in one step; undefined: the branch has moved. */
export async function commitSigned({
  client,
  target,
  changeset,
  read,
  token,
}: CommitWriting): Promise<Extract<PublishOutcome, { kind: 'pushed' }> | undefined> {
  const additions = [];
  const deletions = [];
  for (const change of changeset.changes) {
    const { path } = change;
    if (change.kind === 'delete') deletions.push({ path });
    else {
      const contents = Buffer.from(await read(change.blob)).toString('base64');
      additions.push({ path, contents });
    }
  }
  const input = {
    branch: { repositoryNameWithOwner: target.repository, branchName: target.branch },
    expectedHeadOid: target.expectedHead,
    message: splitMessage(changeset),
    fileChanges: { additions, deletions },
  };
  const query = { document: commitOnBranch, variables: { input } };
  const { data, errors } = await client.graphql(query, token);
  const head = readMadeCommit(data);
  if (head !== undefined) return { kind: 'pushed', head };
  if (errors.some(({ type, message }) => type === 'STALE_DATA' || isStale(message))) {
    return undefined;
  }
  const said = errors.map(({ message }) => message).join('; ');
  throw new ForgeRefusal(422, `GitHub refused to make a signed commit: ${said.slice(0, 500)}`);
}

function isStale(message: string): boolean {
  return /expected branch to point to|head oid/i.test(message);
}

/** GitHub puts an empty line between the two. */
function splitMessage({ message, runId }: Changeset) {
  const [headline = '', ...rest] = withRunTrailer(message, runId).split('\n');
  return { headline, body: rest.join('\n').trim() };
}

function readMadeCommit(data: unknown): Sha | undefined {
  return made.safeParse(data).data?.createCommitOnBranch.commit.oid;
}

const made = z.object({ createCommitOnBranch: z.object({ commit: z.object({ oid: sha }) }) });
