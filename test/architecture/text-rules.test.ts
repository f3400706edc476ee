import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PRODUCT_FOLDERS, sourceFiles } from './source-files.ts';
import { TEXT_RULES, textProblems } from './text-rules.ts';

const ENVIRONMENT = 'process.env only in lib/config/env.ts';
const ZOD = "zod only as import * as z from 'zod'";
const CROSSING = 'across folders by #, inside a folder relatively';
const HIDDEN = 'imports are written out';
const CONTEXT = 'CliContext only in lib/cli';
const NEEDS = 'what a room needs is nothing but types';

/** A rule, a place, and a text that breaks it exactly once. */
const violations: readonly (readonly [rule: string, path: string, text: string])[] = [
  [ENVIRONMENT, 'lib/ratchet/a.ts', 'export const a = process.env;'],
  [ENVIRONMENT, 'lib/cli/a.ts', "export const a = process['env']['HOME'];"],
  [ENVIRONMENT, 'lib/config/a.ts', 'export const a = globalThis.process?.env.HOME;'],
  [ENVIRONMENT, 'lambdas/tick/handler.ts', 'const { env } = process;'],
  [ENVIRONMENT, 'lib/cli/a.ts', 'const { env: all, argv } = process;'],
  [ENVIRONMENT, 'lib/platform/system/a.ts', "import { env as all } from 'node:process';"],
  [ENVIRONMENT, 'bench/main.ts', "import { argv, env } from 'process';"],
  [ZOD, 'lib/model/a.ts', "import { z } from 'zod';"],
  [ZOD, 'lib/model/a.ts', "import * as zod from 'zod';"],
  [ZOD, 'lib/model/a.ts', "import z from 'zod';"],
  [ZOD, 'lib/model/a.ts', "import z, * as rest from 'zod';"],
  [ZOD, 'lib/model/a.ts', "import * as z from 'zod/mini';"],
  [ZOD, 'lib/model/a.ts', "import type { ZodType } from 'zod';"],
  [ZOD, 'lib/model/a.ts', "export * from 'zod';"],
  [ZOD, 'lib/model/a.ts', "export const a = () => import('zod');"],
  [CROSSING, 'lib/ratchet/a.ts', "import { b } from '../model/b.ts';"],
  [CROSSING, 'lib/engines/ruff/a.ts', "import type { b } from '../../domain/b.ts';"],
  [CROSSING, 'lib/ratchet/a.ts', "export { b } from '../check/b.ts';"],
  [CROSSING, 'lib/cli/a.ts', "export const a = () => import('../config/b.ts');"],
  [CROSSING, 'lib/cli/a.ts', "import manifest from '../../package.json' with { type: 'json' };"],
  [CROSSING, 'lambdas/tick/handler.ts', "import { b } from '../../lib/ratchet/b.ts';"],
  [CROSSING, 'bench/main.ts', "import { b } from '../lib/ratchet/b.ts';"],
  [CROSSING, 'lib/repair/rules/a.ts', "import { b } from '#repair/tasks/b.ts';"],
  [CROSSING, 'lib/platform/git/a.ts', "import { b } from '#platform/git/b.ts';"],
  [HIDDEN, 'lib/ratchet/a.ts', 'export const a = (name: string) => import(name);'],
  [HIDDEN, 'lib/ratchet/a.ts', 'export const a = (name: string) => import(`#model/${name}`);'],
  [HIDDEN, 'lib/model/a.ts', "export type A = Promise<import('#check/b.ts').B>;"],
  [HIDDEN, 'lib/ratchet/a.ts', "import { createRequire } from 'node:module';"],
  [HIDDEN, 'lib/ratchet/a.ts', "export const a = process.getBuiltinModule('node:fs');"],
  [CONTEXT, 'lib/check/a.ts', "import type { CliContext } from '#cli/context.ts';"],
  [CONTEXT, 'lib/repair/a.ts', "import { b, type CliContext as C } from '#cli/context.ts';"],
  [CONTEXT, 'containers/agent/main.ts', "export type { CliContext } from '#cli/context.ts';"],
  [NEEDS, 'lib/check/needs/a.ts', 'export const a = 1;'],
  [NEEDS, 'lib/check/needs/a.ts', 'export function a(): void {}'],
  [NEEDS, 'lib/check/needs/a.ts', 'export class A {}'],
  [NEEDS, 'lib/check/needs/a.ts', "import { b } from '#model/b.ts';"],
  [NEEDS, 'lib/check/needs/a.ts', "export { b } from '#model/b.ts';"],
];

const allowed: readonly (readonly [path: string, text: string])[] = [
  ['lib/config/env.ts', 'export const home = process.env.HOME;'],
  ['lib/ratchet/a.ts', 'export const a = [process.argv, { env: 1 }.env, worker.env];'],
  ['lib/ratchet/a.ts', '// process.env\nexport const a = "process.env";'],
  ['lib/model/a.ts', "import * as z from 'zod';"],
  ['lib/model/a.ts', "import type * as z from 'zod';"],
  ['lib/model/a.ts', `export const a = "import { z } from 'zod'";`],
  ['lib/repair/rules/a.ts', "import { b } from '../model/b.ts';"],
  ['lib/platform/git/a.ts', "import { b } from '../sqlite/b.ts';"],
  ['lib/ratchet/a.ts', "import { b } from '#model/b.ts';\nimport 'node:path';"],
  ['bench/main.ts', "import { b } from '../test/support/b.ts';"],
  ['lib/cli/fix/a.ts', "import type { CliContext } from '../context.ts';"],
  ['lib/cli/launch.mjs', "#!/usr/bin/env node\nawait import('./main.ts');"],
  ['lib/cli/launch.mjs', 'await import(bundle);'],
  [
    'lib/check/needs/a.ts',
    "import type { B } from '#model/b.ts';\nexport type A = B;\ninterface C {}",
  ],
  ['lib/check/needs/a.ts', "export type { B } from '#model/b.ts';"],
];

describe('text rules', () => {
  it.each(violations)('%s: %s: %s', (rule, path, text) => {
    expect(textProblems(path, `// first line\n${text}\n`)).toEqual([`${path}:2 (${rule})`]);
  });

  it('has planted every rule', () => {
    expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(TEXT_RULES));
  });

  it.each(allowed)('leaves alone: %s: %s', (path, text) => {
    expect(textProblems(path, text)).toEqual([]);
  });

  it('holds in the product', () => {
    const files = sourceFiles('.', PRODUCT_FOLDERS);
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((path) => textProblems(path, readFileSync(path, 'utf8')))).toEqual([]);
  });
});
