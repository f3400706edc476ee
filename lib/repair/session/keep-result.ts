import type { ArtifactName } from '#model/artifact.ts';
import { type Changeset, changeset, fileMode } from '#model/changeset.ts';
import type { Sha } from '#model/ids.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import type { ProofRow } from '#model/proof.ts';
import type { ChangedExpectation } from '#model/test-evidence.ts';
import type { ChangedFile } from '../needs/trees.ts';
import type { SessionContext, RepairServices } from './session.ts';
import { type NewArtifact, storeArtifact } from '#check/store-artifact.ts';
import type { VerifiedEnd } from './verify-end.ts';

export interface ResultToKeep {
  readonly home: Sha;
  readonly tree: Sha;
  /** Of its commit. */
  readonly message: string;
  readonly verified: VerifiedEnd;
  readonly expectations: readonly ChangedExpectation[];
  readonly proof: readonly ProofRow[];
  /** Whether it may be delivered. */
  readonly isWorth: boolean;
}

/** Keeps what a session came to: a patch for people, and the changeset for the publisher. */
export async function keepResult(
  deps: RepairServices,
  session: SessionContext,
  result: ResultToKeep,
): Promise<Pick<SessionSummary, 'changeset' | 'patch'>> {
  const { home, tree, isWorth } = result;
  if (home === tree) return {};
  const body = await deps.trees.patch(home, tree);
  const patch = await storeResultArtifact(deps, session, {
    name: `${resultFolder(tree)}.patch`,
    kind: 'diff',
    body,
  });
  if (!isWorth) return { patch };
  const made = await makeChangeset(deps, session, { ...result, patch: body });
  if (made === undefined) return { patch };
  const name = `${resultFolder(tree)}/changeset.json`;
  const text = JSON.stringify(made);
  return {
    patch,
    changeset: await storeResultArtifact(deps, session, { name, kind: 'changeset', body: text }),
  };
}

/** A session that was taken up again may have come to something else before. */
function resultFolder(tree: Sha): string {
  return `result/${tree.slice(0, 12)}`;
}

function storeResultArtifact(
  deps: RepairServices,
  { run }: SessionContext,
  artifact: Pick<NewArtifact, 'name' | 'kind' | 'body'>,
): Promise<ArtifactName> {
  return storeArtifact(deps, { runId: run.id, ...artifact });
}

/** undefined: it holds what cannot be published, such as another repository. */
async function makeChangeset(
  deps: RepairServices,
  session: SessionContext,
  {
    tree,
    message,
    verified,
    expectations,
    proof,
    patch,
  }: ResultToKeep & { readonly patch: Uint8Array },
): Promise<Changeset | undefined> {
  const { run, parents } = session;
  const [head] = parents;
  if (head === undefined) return undefined;
  const changes: Changeset['changes'] = [];
  for (const file of await deps.trees.files(head, tree)) {
    const change = await storeChange(deps, session, { file, tree });
    if (change === undefined) return undefined;
    changes.push(change);
  }
  const { vector, numbers } = verified;
  const notWorse = vector.acceptable;
  const evidence = { tree, head, vector: numbers, notWorse, expectations, proof };
  const name = `${resultFolder(tree)}/evidence.json`;
  const report = await storeResultArtifact(deps, session, {
    name,
    kind: 'report',
    body: JSON.stringify(vector),
  });
  return changeset.parse({
    schemaVersion: 2,
    runId: run.id,
    parents,
    tree,
    changes,
    message,
    committedAt: run.startedAt,
    evidence: { ...evidence, report: { runId: run.id, name: report } },
    patchSha256: deps.hash.sha256(patch),
  });
}

async function storeChange(
  deps: RepairServices,
  session: SessionContext,
  { file: { path, after }, tree }: { readonly file: ChangedFile; readonly tree: Sha },
): Promise<Changeset['changes'][number] | undefined> {
  if (after === null) return { kind: 'delete', path };
  const mode = fileMode.safeParse(after.mode).data;
  if (mode === undefined) return undefined;
  const body = await deps.trees.content(after.blob);
  const name = await storeResultArtifact(deps, session, {
    name: `${resultFolder(tree)}/blobs/${after.blob}`,
    kind: 'diff',
    body,
  });
  const content = { runId: session.run.id, name };
  return { kind: 'write', path, mode, blob: after.blob, content, sizeBytes: body.length };
}
