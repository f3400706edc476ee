/** A test as its runner names it: the id begins with the path of the file where the runner names tests after files. */
export interface NamedTest {
  readonly id: string;
  /** The path that the id begins with; absent: the runner did not say, or an earlier version did not keep it. */
  readonly file?: string | undefined;
}

export interface CollectedTest extends NamedTest {
  /** Not run, or expected to fail. */
  readonly skipped: boolean;
  /** Expected to fail, and passes: its mark is not needed any more. */
  readonly passes?: true;
}

/** A test of a file; what follows the path in its id says which one. */
export function testOfFile(file: string, rest: string): Required<NamedTest> {
  return { id: `${file}${rest}`, file };
}

/** The file that a test stands in. Where only the id is known, the path ends as pytest or Vitest would end it. */
export function fileOfTest({ id, file }: NamedTest): string {
  return file ?? id.split(/::| > /, 1)[0] ?? id;
}

/** The same test once its file has moved. */
export function followTestFile<Test extends NamedTest>(
  test: Test,
  renames: ReadonlyMap<string, string>,
): Test {
  const from = fileOfTest(test);
  const to = renames.get(from);
  return to === undefined ? test : { ...test, ...testOfFile(to, test.id.slice(from.length)) };
}

/** The same test by its name in the repository: its runner knows nothing of the folder that it runs in. */
export function testInRepository<Test extends NamedTest>(test: Test, root: string): Test {
  if (root === '.') return test;
  const { id, file } = test;
  return { ...test, id: `${root}/${id}`, ...(file !== undefined && { file: `${root}/${file}` }) };
}

/** The id that the runner of a test in the repository gives it, which runs in this folder. */
export function idInRoot({ id }: NamedTest, root: string): string {
  return root === '.' ? id : id.slice(root.length + 1);
}

/** Whether a text names a file, or a test in it. */
export function isOfFile(text: string, file: string): boolean {
  if (!text.startsWith(file)) return false;
  const rest = text.slice(file.length);
  return rest === '' || rest.startsWith('::') || rest.startsWith(' > ');
}
