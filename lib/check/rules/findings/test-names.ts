/** The file that a test stands in: its name begins with the path, in the manner of pytest or of Vitest. */
export function fileOfTest(name: string): string {
  return name.split(/::| > /, 1)[0] ?? name;
}

/** The name that a test has once its file has moved; a file or folder whose path only begins alike is another one. */
export function renamedTest(name: string, renames: ReadonlyMap<string, string>): string {
  for (const [from, to] of renames) {
    if (isOfFile(name, from)) return to + name.slice(from.length);
  }
  return name;
}

/** Whether a text names a file, or a test in it. */
export function isOfFile(text: string, file: string): boolean {
  if (!text.startsWith(file)) return false;
  const rest = text.slice(file.length);
  return rest === '' || rest.startsWith('::') || rest.startsWith(' > ');
}
