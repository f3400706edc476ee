import type { ReceivedContent } from '#repair/rules/verdict/changeset-facts.ts';
import type { ArtifactKey } from '#model/artifact.ts';
import { type Changeset, storedChangeset } from '#model/changeset.ts';
import { type VectorReport, vectorReport } from '#model/check-report.ts';
import type { RunId } from '#model/ids.ts';
import { type RunBrief, runBrief } from '#model/run-brief.ts';
import type { ReadBlob } from '../needs/publisher.ts';
import { briefName } from '../dispatch/brief-name.ts';
import { decodeText, readAtMost, readStoredValue } from '../read-artifact.ts';
import type { PublishDeps } from './deps.ts';

/** The changeset as it was stored; undefined: it is not there, or it is none. */
export async function readChangeset(
  { artifacts }: PublishDeps,
  key: ArtifactKey,
): Promise<Changeset | undefined> {
  return readStoredValue(artifacts, key, storedChangeset);
}

/** The report that the evidence names; undefined: it is not there, or it is none. */
export async function readEvidenceReport(
  { artifacts }: PublishDeps,
  { evidence }: Changeset,
): Promise<VectorReport | undefined> {
  return readStoredValue(artifacts, evidence.report, vectorReport);
}

/** The brief of the run, which was stored before anything of the pull request ran. */
export async function readBrief(
  { artifacts }: PublishDeps,
  runId: RunId,
): Promise<RunBrief | undefined> {
  return readStoredValue(artifacts, { runId, name: briefName }, runBrief);
}

/** What came for each path, one after the other: together they may be large. */
export async function readContents(
  deps: PublishDeps,
  { changes }: Changeset,
): Promise<ReadonlyMap<string, ReceivedContent>> {
  const contents = new Map<string, ReceivedContent>();
  for (const change of changes) {
    if (change.kind !== 'write') continue;
    // One that is larger than was told is none of the changeset.
    const bytes = await readAtMost(deps.artifacts, change.content, change.sizeBytes);
    if (bytes === undefined) continue;
    const { length } = bytes;
    const text = length > longestText ? undefined : decodeText(bytes);
    contents.set(change.path, { blob: deps.blobId(bytes), sizeBytes: length, text });
  }
  return contents;
}

const longestText = 1024 * 1024;

/** Reads content for sending. It is held against its id once more, so nothing else is ever sent. */
export function blobReader({ artifacts, blobId }: PublishDeps, { changes }: Changeset): ReadBlob {
  const keys = new Map(
    changes.flatMap((change) =>
      change.kind === 'write' ? [[change.blob, change.content] as const] : [],
    ),
  );
  return async (blob) => {
    const key = keys.get(blob);
    const bytes = key && (await artifacts.get(key));
    if (bytes !== undefined && blobId(bytes) === blob) return bytes;
    throw new Error(`The content ${blob} of the changeset is not stored, or is another one by now`);
  };
}
