import { stripVTControlCharacters } from 'node:util';
import type { Ended } from './run-line.ts';

/** How many findings each tool says that it has, as it is run by the projects. An engine without an entry has numbers alone. */
const counters: Readonly<Record<string, (said: string) => number>> = {
  biome: (said) => sumOf(said, /^Found (\d+) (?:errors?|warnings?|infos?)\.$/gm),
  'cargo-check': (said) => countOf(said, /^error(?:\[E\d+\])?: (?!could not compile|aborting)/gm),
  'cargo-clippy': (said) =>
    countOf(
      said,
      /^(?:error|warning)(?:\[\w+\])?: (?!could not compile|aborting|.* generated \d)/gm,
    ),
  'cargo-test': (said) => countOf(said, /^test .* FAILED$/gm),
  flake8: (said) => countOf(said, /^\S+:\d+:\d+: [A-Z]+\d+ /gm),
  'go-test': (said) => countOf(said, /^ *--- FAIL: /gm),
  'go-vet': (said) => countOf(said, /^(?:vet: )?\S+\.go:\d+:\d+: /gm),
  gofmt: (said) => countOf(said, /^\S+\.go$/gm),
  eslint: (said) => sumOf(said, /^✖ (\d+) problems?/gm),
  jest: (said) => sumOf(said, /^Tests: +(\d+) failed/gm),
  knip: (said) => sumOf(said, /^(?:Unused|Unlisted|Unresolved|Duplicate) .* \((\d+)\)$/gm),
  mocha: (said) => sumOf(said, /^ +(\d+) failing$/gm),
  mypy: (said) => sumOf(said, /^Found (\d+) errors?/gm),
  oxlint: (said) =>
    sumOf(said, /^Found (\d+) warnings? and \d+ errors?/gm) +
    sumOf(said, /^Found \d+ warnings? and (\d+) errors?/gm),
  'pre-commit': (said) => countOf(said, /^.*\.{3}Failed$/gm),
  'node-test': (said) => sumOf(said, /^(?:#|ℹ) fail (\d+)$/gm),
  prettier: (said) => countOf(said, /^\[warn\] (?!Code style issues)/gm),
  pylint: (said) => countOf(said, /^[^:\n]+:\d+:\d+: [CEFRW]\d{4}: /gm),
  pyright: (said) => sumOf(said, /(\d+) (?:errors?|warnings?)(?=[, ])/g),
  pytest: (said) => sumOf(lastLine(said, / in \d+(?:\.\d+)?s/), /(\d+) (?:failed|errors?)\b/g),
  ruff: (said) => sumOf(said, /^Found (\d+) errors?/gm),
  // It shows every place, and its findings are whole files.
  rustfmt: (said) => new Set(said.match(/^Diff in .+(?=:\d+:$)/gm)).size,
  'ruff-format': (said) => sumOf(said, /^(\d+) files? would be reformatted/gm),
  stylelint: (said) => sumOf(said, /^✖ (\d+) problems? \(/gm),
  tsc: (said) => countOf(said, /^.*\berror TS\d+: /gm),
  // What fails outside of any test is told apart.
  vitest: (said) => sumOf(said, /^ +(?:Tests +(?=\d+ failed)|Errors +)(\d+) (?:failed|errors?)/gm),
};

export function countBare(engine: string, { stdout, stderr }: Ended): number {
  const plain = stripVTControlCharacters(`${stdout}\n${stderr}`);
  return counters[engine]?.(plain) ?? 0;
}

function countOf(said: string, pattern: RegExp): number {
  return [...said.matchAll(pattern)].length;
}

function sumOf(said: string, pattern: RegExp): number {
  return [...said.matchAll(pattern)].reduce((sum, [, number]) => sum + Number(number), 0);
}

function lastLine(said: string, pattern: RegExp): string {
  return said.split('\n').findLast((line) => pattern.test(line)) ?? '';
}
