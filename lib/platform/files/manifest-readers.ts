import { parse as parseToml } from 'smol-toml';
import { readIni } from '#check/rules/repository/ini.ts';
import { readJsonc } from '#check/rules/repository/jsonc.ts';

type Reader = (text: string) => unknown;

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/^(?:setup\.cfg|tox\.ini|\.?mypy\.ini)$/, readIni],
  [/^tsconfig(?:\..+)?\.json$/, readJsonc],
  [/^lerna\.json$/, readJsonc],
  [/^pnpm-workspace\.yaml$/, (text) => ({ packages: listIn(text, 'packages') })],
  [/^[\w.-]*requirements[\w.-]*\.(?:txt|in)$/, listLines],
  [
    /^vite(?:st)?\.config\.[cm]?[jt]s$/,
    (text) => ({ projects: /\b(?:projects|workspace)\s*[:,]/.test(text) }),
  ],
];

const byEnding: readonly (readonly [RegExp, Reader])[] = [
  [/\.(?:ini|cfg)$/, readIni],
  [/\.toml$/, parseToml],
  [/\.jsonc?$/, readJsonc],
];

/** What reads a file that says how a project is kept or its tools are configured; undefined: it is none. */
export function findManifestReader(path: string, named: readonly string[]): Reader | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/.test(path)) return listLines;
  const known = readers.find(([pattern]) => pattern.test(name));
  if (known !== undefined || !named.includes(path)) return known?.[1];
  return byEnding.find(([pattern]) => pattern.test(name))?.[1];
}

function listLines(text: string): unknown {
  return { lines: text.split(/\r?\n/) };
}

/** A list of plain texts at the top of a YAML file: more is never written there. */
function listIn(text: string, key: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (start < 0) return [];
  const inline = /\[(.*)\]/.exec(lines[start] ?? '')?.[1];
  if (inline !== undefined) return inline.split(',').map(unquoteScalar);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^[^\s#-]/.test(line));
  return rest
    .slice(0, end < 0 ? undefined : end)
    .flatMap((line) => /^\s*-\s+(.+)$/.exec(line)?.[1] ?? [])
    .map(unquoteScalar);
}

function unquoteScalar(text: string): string {
  const [, quoted, bare] = /^\s*(?:(?=["'])["']([^"']*)["']|([^#]*?))\s*(?:#.*)?$/.exec(text) ?? [];
  return (quoted ?? bare ?? '').trim();
}
