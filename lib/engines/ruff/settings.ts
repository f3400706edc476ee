/** Reads `ruff check --show-settings`: a line for each setting, or some for a list; how it writes and keeps is left out. */
export function readRuffSettings(stdout: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  let name: string | undefined;
  for (const line of stdout.split('\n')) {
    const [, next, value = ''] = /^([\w.]+) = (.*)$/.exec(line) ?? [];
    if (next !== undefined) name = next;
    if (name === undefined || !/^(?:linter|file_resolver)\./.test(name)) continue;
    if (next !== undefined) found.set(name, value);
    else if (/^[\t\]}]/.test(line)) found.set(name, `${found.get(name)} ${line.trim()}`);
  }
  return found.size === 0 ? undefined : found;
}
