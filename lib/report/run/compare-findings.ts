import { countByKey, takeOneOfKey } from '#check/rules/findings/acceptance.ts';
import type { Finding } from '#model/finding.ts';
import type { EngineFindings } from '#model/run-report.ts';

export interface Collections {
  readonly start: readonly Finding[];
  /** Undefined: they were not collected again. */
  readonly final: readonly Finding[] | undefined;
  /** Engines that gave no result at the end that can be relied on. */
  readonly unsure: ReadonlySet<string>;
}

export interface ComparedFindings {
  readonly engines: readonly EngineFindings[];
  readonly fixed: readonly Finding[];
  /** As they were at the start. */
  readonly left: readonly Finding[];
  readonly fresh: readonly Finding[];
}

/** Tells what became of the findings. An engine that said nothing at the end has repaired nothing. */
export function compareCollections({ start, final, unsure }: Collections): ComparedFindings {
  const isKnown = ({ tool }: { readonly tool: string }) => final !== undefined && !unsure.has(tool);
  const known = (final ?? []).filter(isKnown);
  const atEnd = countByKey(known, identifyFinding);
  const isLeft = start.map((one) => !isKnown(one) || takeOneOfKey(atEnd, identifyFinding(one)));
  const atStart = countByKey(start, identifyFinding);
  const fixed = start.filter((_, at) => !isLeft[at]);
  const left = start.filter((_, at) => isLeft[at]);
  const fresh = known.filter((one) => !takeOneOfKey(atStart, identifyFinding(one)));
  const tools = [...new Set([...start, ...(final ?? [])].map(({ tool }) => tool))];
  const counts = [start, fixed, left, fresh].map((all) => countByKey(all, ({ tool }) => tool));
  return { engines: tools.toSorted().map(engineCounts), fixed, left, fresh };

  function engineCounts(tool: string): EngineFindings {
    const [found = 0, ...others] = counts.map((byTool) => byTool.get(tool) ?? 0);
    const [gone = 0, there = 0, more = 0] = others;
    if (!isKnown({ tool })) return { tool, found, fixed: null, left: null, fresh: null };
    return { tool, found, fixed: gone, left: there, fresh: more };
  }
}

function identifyFinding({ tool, fingerprint }: Finding): string {
  return `${tool}\n${fingerprint}`;
}
