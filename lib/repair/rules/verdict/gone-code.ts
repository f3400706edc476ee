import type { Finding } from '#model/finding.ts';
import {
  pythonDefinitions,
  type PythonDefinition,
} from '#check/rules/sources/python-definitions.ts';
import { pythonLines } from '#check/rules/sources/python-text.ts';
import { type DiffEntry, isFileAfterwards } from './diff.ts';
import { type Rejection, rejectPath } from './rejection.ts';

/** Something that a change took away, and where it was. */
export interface GoneCode {
  readonly path: string;
  /** As people name it. */
  readonly name: string;
  /** Whether a file needs it, by its lines of code; those of Python are without strings and comments. */
  readonly isUsedIn: (lines: readonly string[], path: string) => boolean;
  /** Who needs it in any case; absent: nobody does. */
  readonly neededBy?: string;
  /** How files that are no code may name it. */
  readonly mentions: readonly string[];
}

type PlaceOfFinding = Pick<Finding, 'filePath' | 'line'>;

/** Modules and definitions with findings in them that a change took away: their findings are not repaired if others need them. */
export function listGoneCode(
  diff: readonly DiffEntry[],
  findings: readonly PlaceOfFinding[],
): readonly GoneCode[] {
  const there = new Set(
    diff.filter(isFileAfterwards).flatMap(({ newText = '' }) => definedNames(newText)),
  );
  return diff.flatMap((entry) => {
    const { path, oldPath = path, status, oldText = '' } = entry;
    const own = findings.filter((one) => one.filePath === oldPath);
    if (own.length === 0) return [];
    const modules = status === 'deleted' ? goneModule(path, oldText) : [];
    if (!path.endsWith('.py')) return modules;
    const gone = definitionsAt(oldText, own).filter(({ name }) => !there.has(lastName(name)));
    return [...modules, ...gone.map((one) => goneDefinition(oldPath, one))];
  });
}

function definedNames(text: string): readonly string[] {
  const lines = pythonLines(text);
  const assigned = lines.flatMap(({ code }) => /^(\w+)\s*(?::[^=]*)?=(?!=)/.exec(code)?.[1] ?? []);
  return [...pythonDefinitions(lines).map(({ name }) => lastName(name)), ...assigned];
}

function lastName(name: string): string {
  return name.split('.').at(-1) ?? name;
}

function definitionsAt(
  text: string,
  findings: readonly PlaceOfFinding[],
): readonly PythonDefinition[] {
  return pythonDefinitions(pythonLines(text)).filter(({ first, last }) =>
    findings.some(({ line }) => line !== undefined && line >= first && line <= last),
  );
}

function goneDefinition(path: string, { name }: PythonDefinition): GoneCode {
  const own = lastName(name);
  const isMethod = name.includes('.');
  const use = new RegExp(
    isMethod ? String.raw`\.\s*${own}\b` : String.raw`(?<!\bdef |\bclass )\b${own}\b`,
  );
  // Python itself calls what has such a name.
  const isOfPython = /^__\w+__$/.test(own);
  const imports = importsOfPython(path);
  return {
    path,
    name,
    mentions: [],
    isUsedIn: (lines, user) => {
      // Those who call a method need not know where its class comes from.
      const mayKnow = isMethod || user === path || lines.some(imports);
      return isOfPython || (mayKnow && lines.some((line) => use.test(line)));
    },
  };
}

function goneModule(path: string, text: string): readonly GoneCode[] {
  const dotted = path.replace(/\.[^./]+$/, '').replaceAll('/', '.');
  const told = {
    path,
    name: path,
    mentions: [path, ...(dotted.includes('.') ? [dotted.replace(/^src\./, '')] : [])],
    ...((isStarted.test(path) || /^if __name__ ==/m.test(text)) && {
      neededBy: 'whoever starts it',
    }),
  };
  if (path.endsWith('.py')) {
    const imports = importsOfPython(path);
    return [{ ...told, isUsedIn: (lines) => lines.some(imports) }];
  }
  if (!/\.[cm]?[jt]sx?$/.test(path)) return [];
  return [{ ...told, isUsedIn: importsOfScript(path.replace(/\.[^./]+$/, '')) }];
}

/** Files that are found by their names. */
const isStarted =
  /(?:^|\/)(?:__main__|__init__|conftest|setup|manage|[aw]sgi|noxfile|tasks|index|main|cli)\.\w+$/;

/** By its name, from the modules beside it, or from its package. */
function importsOfPython(path: string): (line: string) => boolean {
  const parts = path.replace(/(?:\/__init__)?\.py$/, '').split('/');
  const [parent, own = ''] = [parts.at(-2), parts.at(-1)];
  const dotted = parts.map((_, index) => parts.slice(index).join(String.raw`\.`));
  const ways = [
    String.raw`^(?:from|import) (?:[^]*, )?\.*(?:${dotted.join('|')})\b`,
    String.raw`^from \.+[\w.]*\b${own}\b`,
    String.raw`^from (?:\.+|[\w.]*\b${parent ?? '(?!)'}) import\b[^]*\b${own}\b`,
  ].map((way) => new RegExp(way));
  return (line) => ways.some((way) => way.test(line));
}

/** By its way from the file that imports it. */
function importsOfScript(module: string): GoneCode['isUsedIn'] {
  const names = new Set([module, module.replace(/\/index$/, '')]);
  return ([text = ''], path) =>
    [...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.[^'"]*)['"]/g)].some(
      ([, way = '']) => {
        const full = joinPath(path.split('/').slice(0, -1), way.split('/'));
        return names.has(full) || names.has(full.replace(/\.[cm]?[jt]sx?$/, ''));
      },
    );
}

function joinPath(folder: readonly string[], way: readonly string[]): string {
  const parts = [...folder];
  for (const part of way) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** What tells where it is still needed. */
export function rejectGone({ path, name }: GoneCode, user: string): Rejection {
  return rejectPath(
    'SCOPE_SHRUNK',
    path,
    (shown) =>
      `${name === path ? shown : `${name} of ${shown}`} is gone, and ${user} still needs it; repair it instead of taking it away.`,
  );
}
