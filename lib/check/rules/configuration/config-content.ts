import * as z from 'zod';
import { canonicalJson } from '#base/json.ts';

/** What a configuration says of the engines that it concerns. */
export type ConfigContent =
  | { readonly kind: 'absent' }
  /** As data, so that neither layout nor comments nor the order of keys make a difference. */
  | { readonly kind: 'data'; readonly data: unknown }
  /** As its lines, where only the tool knows their form. */
  | { readonly kind: 'text'; readonly text: string }
  /** Its form is known and it does not have it. */
  | { readonly kind: 'broken'; readonly text: string };

export interface ConfigReading {
  /** Where files that many tools share speak of the engines. */
  readonly sections: readonly string[];
  /** The data of a TOML or JSON file, by its name; undefined: it cannot be read. */
  readonly parse: (path: string, text: string) => unknown;
}

/** Reads a configuration as far as it concerns engines: files that many tools share by their tables. */
export function readConfigContent(
  path: string,
  text: string | undefined,
  { sections, parse }: ConfigReading,
): ConfigContent {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const tablesOf = shared[name];
  // A shared file that does not mention an engine says as much as none.
  if (text === undefined) {
    return tablesOf === undefined ? { kind: 'absent' } : inSections({}, sections);
  }
  if (tablesOf === undefined && !/\.(?:toml|json)$/.test(name)) {
    return { kind: 'text', text: isIni(name) ? withoutComments(text) : text.trimEnd() };
  }
  const data = iniNames.has(name) ? iniTables(text) : parse(path, text);
  if (data === undefined) {
    // Configurations of some tools are JSON with comments, which only these tools read.
    return tablesOf === undefined && name.endsWith('.json')
      ? { kind: 'text', text: text.trimEnd() }
      : { kind: 'broken', text };
  }
  return tablesOf === undefined ? { kind: 'data', data } : inSections(tablesOf(data), sections);
}

/** Whether both say the same, each in its form. */
export function sameConfig(before: ConfigContent, after: ConfigContent): boolean {
  return canonicalJson(before) === canonicalJson(after);
}

/** Every word of a text, without what stands between them. */
export function splitWords(text: string): readonly string[] {
  return text.split(/[\s,;:=()[\]{}"'`]+/).filter((word) => word !== '');
}

type Tables = Readonly<Record<string, unknown>>;

const table = z.record(z.string(), z.unknown());
const pyproject = z.looseObject({ tool: table.catch({}), project: table.catch({}) });

const shared: Readonly<Record<string, (data: unknown) => Tables>> = {
  'pyproject.toml': (data) => {
    const { tool, project } = pyproject.parse(asTables(data));
    // Tools take from it which Python the code is for, and leave out rules for others.
    return { ...tool, [forPython]: project['requires-python'] };
  },
  'package.json': asTables,
  'setup.cfg': asTables,
  'tox.ini': asTables,
};

const forPython = 'requires-python of the project';
const iniNames = new Set(['setup.cfg', 'tox.ini']);

// Tables of other tools that judge, whichever engines are in use.
const others = ['flake8', 'basedpyright', 'eslintIgnore', 'jest', 'nyc', 'c8'];

function asTables(data: unknown): Tables {
  return table.safeParse(data).data ?? {};
}

function inSections(tables: Tables, sections: readonly string[]): ConfigContent {
  const wanted = [...new Set([...sections, ...others, forPython])].toSorted();
  return { kind: 'data', data: wanted.map((name) => tables[name] ?? null) };
}

/** By tool: `[tool:pytest]`, `[coverage:run]`, `[mypy-shop.*]` and `[pylint.main]` belong to the first word. */
function iniTables(text: string): Tables {
  const tables = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of withoutComments(text).split('\n')) {
    const [, name] = /^\[\s*(?:tool:)?(\w*)[^\]]*\]/.exec(line) ?? [];
    if (name !== undefined) {
      lines = tables.get(name) ?? [];
      tables.set(name, lines);
    }
    lines.push(line);
  }
  return Object.fromEntries(tables);
}

function isIni(name: string): boolean {
  return /\.(?:ini|cfg)$|^\.(?:coveragerc|flake8|pylintrc)$|^pylintrc$/.test(name);
}

/** Lines that are empty or begin as a remark say nothing. */
function withoutComments(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^\s*[#;]/.test(line))
    .join('\n');
}
