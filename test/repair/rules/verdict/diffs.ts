import { createRepository } from '#platform/files/repository.ts';
import type { DiffEntry } from '#repair/rules/verdict/diff.ts';
import type { Rejection } from '#repair/rules/verdict/rejection.ts';
import type { ConfigFacts } from '#check/rules/configuration/changed-configuration.ts';
import type {
  DiffLimits,
  DiffRules,
  EngineRules,
  RequestScope,
} from '#repair/rules/verdict/rules.ts';
import { pytest } from '#engines/pytest/engine.ts';
import { ruff } from '#engines/ruff/engine.ts';
import { vitest } from '#engines/vitest/engine.ts';

const sources = createRepository({ env: {} });

/** A file that was changed from one text to another. */
export function edit(path: string, before: string, after: string): DiffEntry {
  return {
    path,
    status: 'modified',
    oldMode: '100644',
    newMode: '100644',
    oldText: before,
    newText: after,
    addedLines: after.split('\n').length,
    removedLines: before.split('\n').length,
  };
}

export function add(path: string, text: string, more: Partial<DiffEntry> = {}): DiffEntry {
  return {
    ...edit(path, '', text),
    status: 'added',
    oldMode: null,
    oldText: undefined,
    removedLines: 0,
    ...more,
  };
}

export function remove(path: string, text = 'x\n'): DiffEntry {
  return {
    ...edit(path, text, ''),
    status: 'deleted',
    newMode: null,
    newText: undefined,
    addedLines: 0,
  };
}

export function rename(oldPath: string, path: string, text = 'x\n'): DiffEntry {
  return { ...edit(path, text, text), oldPath, status: 'renamed', addedLines: 0, removedLines: 0 };
}

export function link(path: string, linkTarget: string): DiffEntry {
  return add(path, linkTarget, { newMode: '120000', linkTarget });
}

interface GivenRules {
  readonly limits?: Partial<DiffLimits>;
  readonly request?: Partial<RequestScope>;
  readonly engines?: readonly EngineRules[];
  readonly configuration?: Partial<ConfigFacts>;
  readonly toolModules?: ReadonlySet<string>;
  readonly existingPaths?: readonly string[];
  readonly existingLinks?: ReadonlyMap<string, string>;
}

/** Rules that refuse nothing by themselves but what is given. */
export function rulesOf({ limits, request, configuration, ...facts }: GivenRules = {}): DiffRules {
  return {
    limits: {
      allowedPaths: ['**'],
      readOnlyPaths: [],
      protectedPaths: [],
      executingPaths: [],
      maxFilesChanged: 100,
      maxLinesChanged: 100_000,
      forbidDeletePaths: [],
      ...limits,
    },
    request: { allowedPaths: ['**'], readOnlyPaths: [], permits: [], ...request },
    engines: [pytest, vitest, ruff],
    configuration: {
      parse: (path, text) => sources.parseManifest(path, text),
      running: new Set(['pytest', 'vitest', 'ruff']),
      named: new Set(),
      ...configuration,
    },
    toolModules: new Set(),
    existingPaths: [],
    existingLinks: new Map(),
    ...facts,
  };
}

/** `CODE path`, one for each. */
export function told(rejections: readonly Rejection[]): readonly string[] {
  return rejections.map(({ code, path }) => (path === undefined ? code : `${code} ${path}`));
}
