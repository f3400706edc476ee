import type { TestModule } from './shape.ts';

/** `file > suite > name`, and where the configuration has several projects, the project after the file. */
export function testId(
  { path, project }: Pick<TestModule, 'path' | 'project'>,
  names: readonly string[],
  cwd: string,
): string {
  const where = project === '' ? [] : [`|${project}|`];
  return [relativeTo(cwd, path), ...where, ...names].join(' > ');
}

/** A path as findings have it: relative to the folder in which vitest ran where it lies there. */
export function relativeTo(cwd: string, path: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
