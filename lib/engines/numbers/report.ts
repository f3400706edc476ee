import * as z from 'zod';
import { withoutEscapes } from '#base/excerpt.ts';
import { parseJson } from '#base/json.ts';
import { eachLine } from '#base/lines.ts';
import { factsOfBroken, factsOfFindings } from '#check/rules/outcome/json-report.ts';
import type { EngineReport } from '../contract.ts';
import { type NumbersOptions, readTolerance } from './options.ts';

type Named = readonly (readonly [name: string, value: number])[];

/** Reads the numbers that a command printed. A text without any is no report. */
export function readNumbers(options: NumbersOptions): (text: string | undefined) => EngineReport {
  return (text) => {
    if (text === undefined) return { facts: factsOfBroken('absent'), findings: [] };
    const named = new Map(findNumbers(withoutEscapes(text), options.pattern));
    const isSound = named.size > 0 && [...named.values()].every((value) => Number.isFinite(value));
    if (!isSound) return { facts: factsOfBroken('unparseable'), findings: [] };
    const numbers = [...named].map(([name, value]) => {
      const { direction, tolerance } = { ...options, ...withoutAbsent(options.numbers[name]) };
      return { name, value, direction, tolerance: readTolerance(tolerance) };
    });
    return { facts: factsOfFindings(0), findings: [], numbers };
  };
}

function withoutAbsent(one: NumbersOptions['numbers'][string] | undefined) {
  return {
    ...(one?.direction !== undefined && { direction: one.direction }),
    ...(one?.tolerance !== undefined && { tolerance: one.tolerance }),
  };
}

const map = z.record(z.string(), z.number());

function findNumbers(text: string, pattern: string | undefined): Named {
  if (pattern !== undefined) return findByPattern(text, new RegExp(pattern, 'gm'));
  if (text.trimStart().startsWith('{'))
    return Object.entries(map.safeParse(parseJson(text)).data ?? {});
  return [...eachLine(text)].flatMap(readLine);
}

function findByPattern(text: string, pattern: RegExp): Named {
  return [...text.matchAll(pattern)].flatMap(({ groups }) => {
    const { name = '', value = '' } = groups ?? {};
    return name === '' || value === ''
      ? []
      : [[name, Number(value.replaceAll(/[_,]/g, ''))] as const];
  });
}

/** Longer lines are no name and a number, and would take long to search. */
const longestLine = 500;

/** Other lines are what commands say beside. */
function readLine(line: string): Named {
  if (line.length > longestLine) return [];
  const [, name, value] =
    /^\s*(\S.*?)[\s:=]+([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [[name, Number(value)]];
}
