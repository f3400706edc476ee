import { type NamedTest, testOfFile } from '#check/rules/findings/test-names.ts';
import type { TestModule } from './shape.ts';

/** `file > suite > name`, and where the configuration has several projects, the project after the file. */
export function nameTest(
  { path, project }: Pick<TestModule, 'path' | 'project'>,
  names: readonly string[],
  cwd: string,
): Required<NamedTest> {
  const where = project === '' ? [] : [`|${project}|`];
  return testOfFile(
    relativeTo(cwd, path),
    [...where, ...names].map((name) => ` > ${name}`).join(''),
  );
}

/** A path as findings have it: relative to the folder in which vitest ran where it lies there. */
export function relativeTo(cwd: string, path: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
