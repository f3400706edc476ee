import { saysNothing } from '#check/rules/sources/planted-lines.ts';
import { pythonDefinitions } from '#check/rules/sources/python-definitions.ts';
import { codeOfPython, pythonLines, pythonStretches } from '#check/rules/sources/python-text.ts';
import { type DiffEntry, isFileAfterwards } from './diff.ts';
import { lineChanges, matchesAdded, subtractLines } from './line-changes.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import { isTestFile } from './test-files.ts';

/** Code that is emptied, or hidden in a text, has no findings: it is judged no more. Tests are held to more than that. */
export function judgeEmptied(diff: readonly DiffEntry[]): readonly Rejection[] {
  return [
    ...judgePython(diff),
    ...codeInData(diff),
    ...diff
      .filter((entry) => isFileAfterwards(entry) && !isTestFile(entry.path))
      .flatMap(runInScripts),
  ];
}

function runInScripts(entry: DiffEntry): readonly Rejection[] {
  if (!/\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(entry.path)) return [];
  const more = matchesAdded(lineChanges(entry), /(?<![\w.'"`])(?:eval|new\s+Function)\s*\(/g);
  return more > 0 ? [rejectText(entry.path, 'runs code out of a text')] : [];
}

const data = /\.(?:bak|cfg|dat|inc|ini|ipynb|json|text|toml|txt|ya?ml)$/;

/** Lines that were code of Python, and stand in a file of data by now. */
function codeInData(diff: readonly DiffEntry[]): readonly Rejection[] {
  const before = diff.flatMap(({ path, oldPath = path, oldText }) => codeIn(oldPath, oldText));
  const after = diff.flatMap(({ path, newText }) => codeIn(path, newText));
  const lost = subtractLines(before, after).filter((line) => line.length >= shortestLine);
  return diff
    .filter((entry) => isFileAfterwards(entry) && data.test(entry.path))
    .filter(({ oldText = '', newText = '' }) =>
      lost.some((line) => newText.includes(line) && !oldText.includes(line)),
    )
    .map(({ path }) => rejectText(path, 'has code in it that was judged before'));
}

function codeIn(path: string, text = ''): readonly string[] {
  return /\.pyi?$/.test(path) && !isTestFile(path) ? linesOfCode(codeOfPython(text)) : [];
}

/** What is shorter stands in many files. */
const shortestLine = 10;

function judgePython(diff: readonly DiffEntry[]): readonly Rejection[] {
  return diff
    .filter((entry) => /\.pyi?$/.test(entry.path) && isFileAfterwards(entry))
    .filter(({ path, newText }) => newText !== undefined && !isTestFile(path))
    .flatMap((entry) => [...emptiedFunctions(entry), ...codeInStrings(entry)]);
}

function emptiedFunctions({ path, oldText, newText }: DiffEntry): readonly Rejection[] {
  const [before, after] = [functionsIn(oldText), functionsIn(newText)];
  return [...after]
    .filter(([name, isEmpty]) => isEmpty && before.get(name) === false)
    .map(([name]) =>
      rejectPath(
        'SCOPE_SHRUNK',
        path,
        (shown) =>
          `${shown} has nothing left in the body of ${name}, so there is nothing to be judged; repair what it does.`,
      ),
    );
}

/** By name, whether it does nothing; of several of one name, whether none does anything. */
function functionsIn(text = ''): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const { kind, name, body } of pythonDefinitions(pythonLines(text))) {
    if (kind === 'class') continue;
    const isEmpty = body.every((code) => saysNothing(code) || /^return(?: None)?$/.test(code));
    found.set(name, isEmpty && found.get(name) !== false);
  }
  return found;
}

function codeInStrings({ path, oldText = '', newText = '' }: DiffEntry): readonly Rejection[] {
  const [before, after] = [partsOf(oldText), partsOf(newText)];
  const lost = new Set(subtractLines(before.code, after.code));
  const hidden = subtractLines(after.texts, before.texts).filter((line) => lost.has(line));
  const isRun = countRuns(after.code) > countRuns(before.code);
  if (hidden.length === 0 && !isRun) return [];
  const what = isRun ? 'runs code out of a text' : 'has code in a text that was code before';
  return [rejectText(path, what)];
}

function rejectText(path: string, what: string): Rejection {
  return rejectPath(
    'SCOPE_SHRUNK',
    path,
    (shown) => `${shown} ${what}, where no engine judges it; write it as code.`,
  );
}

interface PartsOfText {
  readonly code: readonly string[];
  /** The lines of its strings that could be code. */
  readonly texts: readonly string[];
}

function partsOf(text: string): PartsOfText {
  const strings = pythonStretches(text).filter(({ kind }) => kind === 'string');
  return {
    code: linesOfCode(codeOfPython(text)),
    texts: strings.flatMap(({ from, to }) =>
      linesOfCode(codeOfPython(text.slice(from, to).replaceAll(/^["']+|["']+$/g, ''))),
    ),
  };
}

function linesOfCode(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w \w|\w[(=:]/.test(line));
}

function countRuns(code: readonly string[]): number {
  return code.reduce(
    (sum, line) => sum + (line.match(/(?<![\w.])(?:exec|eval)\s*\(/g)?.length ?? 0),
    0,
  );
}
