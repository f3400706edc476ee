import { tableIn, valueIn } from '#base/data.ts';
import { canonicalJson } from '#base/json.ts';
import { readJsonc } from '../repository/jsonc.ts';
import { fileName } from './judged-turn.ts';

/** What of a manifest is executed elsewhere: each entry by its name, as one text. */
type Parts = ReadonlyMap<string, string>;

/** Keys of `package.json` by which other commands run when people commit. */
export const commitHookKeys: readonly string[] = [
  'lint-staged',
  'husky',
  'simple-git-hooks',
  'pre-commit',
  'pre-push',
  'gitHooks',
];

interface PartialExecutor {
  readonly by: string;
  /** undefined: it cannot be read. */
  readonly read: (text: string) => Parts | undefined;
}

const partially: ReadonlyMap<string, PartialExecutor> = new Map([
  [
    'package.json',
    ofKeys(
      'npm, pnpm, Yarn or Bun',
      ['scripts'],
      ...commitHookKeys.map((key) => [key]),
      ['packageManager'],
      ['trustedDependencies'],
      ['pnpm', 'onlyBuiltDependencies'],
    ),
  ],
  ['composer.json', ofKeys('Composer', ['scripts'])],
  ['deno.json', ofKeys('Deno', ['tasks'])],
  ['deno.jsonc', ofKeys('Deno', ['tasks'])],
  ['pyproject.toml', { by: 'pip or uv', read: readBuildSystem }],
]);

function ofKeys(by: string, ...keys: readonly (readonly string[])[]): PartialExecutor {
  return {
    by,
    read: (text) => {
      try {
        return readEntries(readJsonc(text), keys);
      } catch {
        return undefined;
      }
    },
  };
}

/** Whether parts of such a file are executed elsewhere, so that both sides must be read to know. */
export function isPartlyExecuted(path: string): boolean {
  return partially.has(fileName(path));
}

/** What executes the parts that differ, with their names; undefined: none does. A file that is not there is ''. */
export function findExecutedParts(
  path: string,
  before: readonly string[],
  after: string,
): { readonly by: string; readonly names: readonly string[] } | undefined {
  const executor = partially.get(fileName(path));
  if (executor === undefined) return undefined;
  const now = after === '' ? noParts : executor.read(after);
  if (now === undefined) return { by: executor.by, names: ['what cannot be read'] };
  const known = before.map((text) => executor.read(text) ?? noParts);
  const fresh = [...now].filter(([name, text]) => !known.some((one) => one.get(name) === text));
  const gone = [...(known[0] ?? noParts).keys()].filter(
    (name) => !now.has(name) && known.every((one) => one.has(name)),
  );
  const names = [...fresh.map(([name]) => name), ...gone];
  return names.length === 0 ? undefined : { by: executor.by, names };
}

const noParts: Parts = new Map();

function readEntries(data: unknown, keys: readonly (readonly string[])[]): Parts {
  const parts = keys.flatMap((key): readonly (readonly [string, string])[] => {
    const value = valueIn(data, ...key);
    if (value === undefined) return [];
    const table = Object.entries(tableIn(data, ...key));
    const name = key.join('.');
    if (table.length === 0) return [[name, canonicalJson(value)]];
    return table.map(([one, text]) => [`${name}.${one}`, canonicalJson(text)]);
  });
  return new Map(parts);
}

/** The table that says by which code the project is built; what a build asks for is obeyed like a script. */
function readBuildSystem(text: string): Parts {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const start = lines.findIndex((line) => /^\[\s*build-system\s*\]/.test(line));
  if (start === -1) return noParts;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^\[\[?[\w\s".-]+\]\]?\s*(?:#.*)?$/.test(line));
  const own = (end === -1 ? rest : rest.slice(0, end)).filter(
    (line) => line !== '' && !line.startsWith('#'),
  );
  return new Map([['build-system', own.join('\n')]]);
}
