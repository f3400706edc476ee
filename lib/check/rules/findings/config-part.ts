import * as z from 'zod';

const table = z.record(z.string(), z.unknown());
const pyproject = z.looseObject({ tool: table.catch({}) });

/**
 * The part of a configuration file that speaks of one tool: the whole text, or in a file that many tools share
 * the named tables of it.
 */
export function configPart(
  path: string,
  { text, manifest }: { readonly text: string; readonly manifest: unknown },
  sections: readonly string[],
): string {
  const tables = sharedTables(path.slice(path.lastIndexOf('/') + 1), manifest);
  if (tables === undefined) return text;
  return JSON.stringify(sections.map((name) => tables[name] ?? null));
}

function sharedTables(name: string, manifest: unknown): z.infer<typeof table> | undefined {
  if (name === 'pyproject.toml') return pyproject.safeParse(manifest).data?.tool;
  if (name === 'package.json') return table.safeParse(manifest).data;
  return undefined;
}
