import { type NamedTest, testOfFile } from '#check/rules/findings/test-names.ts';
import { relativeToFolder } from '../thrown-error.ts';
import type { TestModule } from './shape.ts';

/** `file > suite > name`, and where the configuration has several projects, the project after the file. */
export function nameVitestTest(
  { path, project }: TestModule,
  names: readonly string[],
  cwd: string,
): Required<NamedTest> {
  const where = project === '' ? [] : [`|${project}|`];
  return testOfFile(
    relativeToFolder(cwd, path),
    [...where, ...names].map((name) => ` > ${name}`).join(''),
  );
}
