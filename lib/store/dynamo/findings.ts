import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { artifactName } from '#model/artifact.ts';
import { type Finding, type FindingCounts, finding, findingCounts } from '#model/finding.ts';
import type { RunId } from '#model/ids.ts';
import { countStageFindings } from '#check/rules/findings/counts.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { type Item, putItemIfAbsent, queryPrefix } from './items.ts';
import { keys } from './keys.ts';
import type { RunStoreContext } from './run-context.ts';

const shown = 5;

const stored = findingCounts.extend({ all: artifactName });
const content = z.object({ schemaVersion: z.literal(1), findings: z.array(finding) });

/** The item keeps counts and the first few; all of them are one compressed artifact. */
export async function putFindings(
  { table, artifacts }: RunStoreContext,
  { runId, tool, stage, findings }: Parameters<RunStore['addFindings']>[0],
): Promise<'stored' | 'exists'> {
  const bytes = gzipSync(JSON.stringify({ schemaVersion: 1, findings }));
  const digest = createHash('sha256').update(bytes).digest('hex');
  const name = artifactName.parse(
    `findings/${stage}/${encodeURIComponent(tool)}-${digest}.json.gz`,
  );
  await artifacts.put({ runId, name }, bytes);
  const outcome = await putItemIfAbsent(table, {
    ...keys.findings(runId, stage, tool),
    ...countStageFindings(tool, stage, findings),
    first: findings.slice(0, shown).map(shortenFinding),
    all: name,
  });
  return outcome === 'put' ? 'stored' : 'exists';
}

export async function loadFindings(
  { table, artifacts }: RunStoreContext,
  runId: RunId,
  wanted: { readonly stage: string; readonly tool?: string | undefined },
): Promise<readonly Finding[]> {
  const items = await queryPrefix(table, keys.run(runId).pk, `FIND#${wanted.stage}#`);
  const sets = items.map((item) => stored.parse(item));
  const chosen = sets.filter(({ tool }) => wanted.tool === undefined || tool === wanted.tool);
  const lists = await Promise.all(
    chosen.map(async ({ all }) => {
      const bytes = await artifacts.get({ runId, name: all });
      if (bytes === undefined) throw new Error(`Artifact ${all} of run ${runId} is gone.`);
      return content.parse(JSON.parse(gunzipSync(bytes).toString())).findings;
    }),
  );
  return lists.flat();
}

export function parseCounts(item: Item): FindingCounts {
  return findingCounts.parse(item);
}

/** Enough to recognise a finding in a table viewer; messages can be of any length. */
function shortenFinding({ fingerprint, severity, message, filePath, line }: Finding): Item {
  return { fingerprint, severity, message: message.slice(0, 200), filePath, line };
}
