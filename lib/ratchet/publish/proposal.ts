import type * as z from 'zod';
import type { ReceivedContent } from '#repair/rules/verdict/changeset-facts.ts';
import type { ArtifactKey } from '#model/artifact.ts';
import { type Changeset, storedChangeset } from '#model/changeset.ts';
import { type VectorReport, vectorReport } from '#model/check-report.ts';
import type { RunId } from '#model/ids.ts';
import { type RunBrief, runBrief } from '#model/run-brief.ts';
import { parseJson } from '#base/json.ts';
import type { ReadBlob } from '../needs/publisher.ts';
import { briefName } from '../dispatch/brief-name.ts';
import { getAtMost, longestJson } from '../get-at-most.ts';
import type { PublishDeps } from './deps.ts';

type Deps = Pick<PublishDeps, 'artifacts' | 'blobId'>;

/** The changeset as it was stored; undefined: it is not there, or it is none. */
export async function readChangeset(
  { artifacts }: Pick<Deps, 'artifacts'>,
  key: ArtifactKey,
): Promise<Changeset | undefined> {
  return readJson(artifacts, key, storedChangeset);
}

/** The report that the evidence names; undefined: it is not there, or it is none. */
export async function readEvidenceReport(
  { artifacts }: Pick<Deps, 'artifacts'>,
  { evidence }: Changeset,
): Promise<VectorReport | undefined> {
  return readJson(artifacts, evidence.report, vectorReport);
}

/** What the run was told, before anything of the pull request ran. */
export async function readBrief(
  { artifacts }: Pick<Deps, 'artifacts'>,
  runId: RunId,
): Promise<RunBrief | undefined> {
  return readJson(artifacts, { runId, name: briefName }, runBrief);
}

async function readJson<Schema extends z.ZodType>(
  artifacts: Deps['artifacts'],
  key: ArtifactKey,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const bytes = await getAtMost(artifacts, key, longestJson);
  const text = bytes && textOf(bytes);
  return text === undefined ? undefined : schema.safeParse(parseJson(text)).data;
}

/** What came for each path, one after the other: together they may be large. */
export async function readContents(
  deps: Deps,
  { changes }: Changeset,
): Promise<ReadonlyMap<string, ReceivedContent>> {
  const contents = new Map<string, ReceivedContent>();
  for (const change of changes) {
    if (change.kind !== 'write') continue;
    // One that is larger than was told is none of the changeset.
    const bytes = await getAtMost(deps.artifacts, change.content, change.sizeBytes);
    if (bytes === undefined) continue;
    const { length } = bytes;
    const text = length > longestText ? undefined : textOf(bytes);
    contents.set(change.path, { blob: deps.blobId(bytes), sizeBytes: length, text });
  }
  return contents;
}

const longestText = 1024 * 1024;

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads content for sending. It is held against its id once more, so nothing else is ever sent. */
export function blobReader({ artifacts, blobId }: Deps, { changes }: Changeset): ReadBlob {
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
