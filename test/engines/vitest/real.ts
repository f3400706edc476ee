import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnginePlan } from '#model/engine-plan.ts';
import { vitest } from '#engines/vitest/engine.ts';
import { repositoryOf, runReal } from '../real-run.ts';

const modules = join(import.meta.dirname, '../../../node_modules');

type Files = Readonly<Record<string, string>>;

/** A repository with these files and the real vitest. */
export async function repositoryWithVitest(files: Files): Promise<string> {
  const root = await repositoryOf({ 'package.json': '{"type":"module"}', ...files });
  await mkdir(join(root, 'node_modules'));
  await symlink(join(modules, 'vitest'), join(root, 'node_modules/vitest'));
  return root;
}

/** What a run of the real vitest amounts to, then its findings. */
export async function toldOf(
  folder: string,
  plan: Partial<EnginePlan> = {},
): Promise<readonly string[]> {
  const program = [process.execPath, join(folder, 'node_modules/vitest/vitest.mjs')] as const;
  const { said, findings } = await runReal(vitest, { folder, program, plan });
  return [
    said,
    ...findings.map(
      ({ severity, kind, testId, path, line, rule, message }) =>
        `${severity} ${testId ?? kind} @ ${path}:${line} [${rule}] ${message}`,
    ),
  ];
}
