import { textListIn } from '#base/data.ts';
import { isOlder } from '#base/version-order.ts';
import { type CommandShape, findCommands } from '#check/rules/repository/commands/given-start.ts';
import type { RepositoryFacts } from '#check/rules/repository/facts.ts';
import type { EnginePlan } from '#model/engine-plan.ts';

type Part = 'linter' | 'formatter' | 'assist';

const parts: readonly Part[] = ['linter', 'formatter', 'assist'];

const partsByVerb: Readonly<Record<string, readonly Part[]>> = {
  check: parts,
  ci: parts,
  format: ['formatter'],
  lint: ['linter'],
};

const switchedOff = /^--(linter|formatter|assist|organize-imports)-enabled=false$/;

/** How commands of biome are read that judge files and do not change them. */
export const startedBy = {
  tool: 'biome',
  does: Object.keys(partsByVerb),
  valued:
    /^--(?:config-path|max-diagnostics|diagnostic-level|reporter|reporter-file|only|skip|log-\w+|colors|since|stdin-file-path|files-max-size|(?:linter|formatter|assists?|organize-imports)-enabled)$/,
  besides:
    /^--(?:max-diagnostics|reporter|reporter-file|log-\w+|colors|verbose|use-server|no-errors-on-unmatched|(?:linter|formatter|assists?|organize-imports)-enabled)(?:=|$)/,
  isOther:
    /^--(?:write|fix|apply|apply-unsafe|unsafe|staged|changed|since|stdin-file-path|suppress|help|version)(?:=|$)/,
  several: 'together',
} as const satisfies CommandShape;

/** The parts by which no command of the project checks. Where none says anything, it is the linter that is used. */
export function listUnused(facts: RepositoryFacts, root: string): string[] {
  const used = findCommands(facts, startedBy)
    .filter((one) => one.root === root)
    .flatMap(({ args: [verb = '', ...rest] }) => {
      const off = new Set(rest.map((arg) => switchedOff.exec(arg)?.[1]).map(nameOfPart));
      return (partsByVerb[verb] ?? []).filter((part) => !off.has(part));
    });
  const all: readonly Part[] = used.length === 0 ? ['linter'] : used;
  return parts.filter((part) => !all.includes(part));
}

function nameOfPart(name: string | undefined): string | undefined {
  return name === 'organize-imports' ? 'assist' : name;
}

/** The word that starts these parts, and those that keep it from the others. */
export function verbOf(
  { native }: EnginePlan,
  version: string | null | undefined,
): readonly string[] {
  const unused = native === undefined ? ['formatter', 'assist'] : textListIn(native, 'leftOut');
  if (!unused.includes('linter') && unused.length === 2) return ['lint'];
  // Before 2.0 it sorted imports and assisted with nothing else.
  const assist = isOlder(version, '2.0') ? 'organize-imports' : 'assist';
  return ['check', ...unused.map((part) => `--${part === 'assist' ? assist : part}-enabled=false`)];
}
