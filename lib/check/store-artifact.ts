import { type Artifact, artifactName, type ArtifactName } from '#model/artifact.ts';
import type { RunId } from '#model/ids.ts';
import type { ArtifactKeeper } from '#model/needs/artifacts.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { RunStore } from '#model/needs/run-store.ts';

/** Keeps the files of runs. */
export interface ArtifactStores {
  readonly artifacts: ArtifactKeeper;
  readonly runs: Pick<RunStore, 'addArtifact'>;
  readonly clock: TimeSource;
}

export interface NewArtifact {
  readonly runId: RunId;
  readonly name: string;
  readonly kind: Artifact['kind'];
  readonly tool?: string;
  readonly body: Uint8Array | string;
}

/** Keeps bytes of a run under a name that nothing else has; a second call keeps what the first one stored. */
export async function storeArtifact(
  { artifacts, runs, clock }: ArtifactStores,
  { runId, name: text, kind, tool, body }: NewArtifact,
): Promise<ArtifactName> {
  const name = artifactName.parse(text);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const put = await artifacts.put({ runId, name }, bytes);
  const { sha256, sizeBytes } = put.kind === 'conflict' ? put.existing : put;
  const createdAt = clock.now();
  await runs.addArtifact({
    runId,
    name,
    kind,
    ...(tool !== undefined && { tool }),
    sha256,
    sizeBytes,
    createdAt,
  });
  return name;
}
