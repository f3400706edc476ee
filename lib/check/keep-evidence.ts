import type { RunId } from '#model/ids.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { EngineExecution } from './execute-engine.ts';
import type { EvidenceKeeper } from './needs/evidence.ts';
import { type EvidenceOwner, nameEvidence } from './rules/outcome/evidence.ts';
import { type ArtifactStores, storeArtifact } from './store-artifact.ts';

/** Keeps it with a run. Equal texts are kept once, whoever wrote them how often. */
export function createEvidenceKeeper(
  deps: ArtifactStores & { readonly hash: Hash },
  runId: RunId,
): EvidenceKeeper {
  const kept = new Set<string>();
  return {
    has: async (name) => kept.has(name),
    keep: async (owner, written) => {
      const all = nameEvidence(deps.hash.hex, owner, written);
      for (const { name, kind, text } of all) {
        await storeArtifact(deps, { runId, name, kind, tool: owner.engine, body: text });
        kept.add(name);
      }
      return all[0].name;
    },
  };
}

/** Keeps what a tool wrote, now or when it found what is known from before; undefined: nothing is known of that. */
export async function keepWritten(
  keeper: EvidenceKeeper | undefined,
  owner: EvidenceOwner,
  { written, before }: Pick<EngineExecution, 'before' | 'written'>,
): Promise<string | undefined> {
  if (keeper === undefined) return undefined;
  if (before !== undefined && (await keeper.has(before.name))) return before.name;
  const all = written ?? (await before?.read());
  return all && keeper.keep(owner, all);
}
