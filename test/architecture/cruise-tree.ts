import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult, IModule, IViolation } from 'dependency-cruiser';
import { importRules } from './import-rules.ts';
import type { Law } from './law.ts';

export interface Reading {
  /** The source files that were really read. */
  readonly files: readonly string[];
  readonly edges: readonly Edge[];
  readonly violations: readonly Violation[];
}

interface Edge {
  readonly from: string;
  readonly specifier: string;
  readonly to: string;
}

export interface Violation {
  readonly rule: string;
  readonly from: string;
  /** What the import leads to, or the whole way round. */
  readonly to: string;
}

/** Reads the imports of these folders and judges them by the law. */
export async function cruiseTree(
  root: string,
  folders: readonly string[],
  law: Law,
): Promise<Reading> {
  const existing = folders.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(existing, {
    baseDir: resolve(root),
    // TypeScript 7 has no API: without this the tool reads some imports or none, and says nothing.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    validate: true,
    ruleSet: importRules(law),
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  });
  if (typeof output === 'string') throw new Error(`dependency-cruiser said: ${output}`);
  return readingOf(output, folders);
}

function readingOf(result: ICruiseResult, folders: readonly string[]): Reading {
  const modules = result.modules.filter((module) => isRead(module, folders));
  return {
    files: modules.map((module) => module.source).toSorted(),
    edges: modules.flatMap((module) => edgesOf(module)),
    violations: result.summary.violations.map((violation) => violationOf(violation)),
  };
}

function isRead(module: IModule, folders: readonly string[]): boolean {
  return (
    module.couldNotResolve !== true &&
    folders.some((folder) => module.source.startsWith(`${folder}/`))
  );
}

function edgesOf(module: IModule): readonly Edge[] {
  return module.dependencies.map((dependency) => ({
    from: module.source,
    specifier: dependency.module,
    to: dependency.resolved,
  }));
}

function violationOf({ from, to, rule, cycle }: IViolation): Violation {
  return { rule: rule.name, from, to: cycle ? cycle.map(({ name }) => name).join(' -> ') : to };
}
