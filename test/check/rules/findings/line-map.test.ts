import { describe, expect, it } from 'vitest';
import { mapLines } from '#check/rules/findings/line-map.ts';
import type { Files } from './project.ts';

/** Where each line of the new version was: a file and a line, or nothing. */
function originsOf(was: Files, is: Files, renames: Readonly<Record<string, string>> = {}) {
  const map = mapLines({
    olds: new Map(Object.entries(was)),
    nows: new Map(Object.entries(is)),
    renames: new Map(Object.entries(renames)),
  });
  const origins = Object.entries(is).map(([path, lines]) => [
    path,
    lines.map((_, index) => {
      const fate = map.ofNew(path, index + 1);
      return fate?.kind === 'same' ? `${fate.as.path}:${fate.as.line}` : '-';
    }),
  ]);
  const all: Readonly<Record<string, readonly string[]>> = Object.fromEntries(origins);
  return all;
}

const total = [
  'def total(values):',
  '    try:',
  '        return sum(values)',
  '    except TypeError:',
  '        return 0',
];
const mean = [
  'def mean(values):',
  '    try:',
  '        return total(values) / len(values)',
  '    except TypeError:',
  '        return 0',
];
const placesOf = (path: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${path}:${from + index}`);
const none = (count: number) => Array.from({ length: count }, () => '-');

describe('mapLines', () => {
  it('follows a block to another file and to a new one', () => {
    const was = { 'a.py': ['import os', '', ...total, '', ...mean], 'b.py': ['import re'] };
    const now = { 'a.py': ['import os', '', ...mean], 'b.py': ['import re', '', ...total] };
    expect(originsOf(was, now)['b.py']).toEqual(['b.py:1', '-', ...placesOf('a.py', 3, 5)]);
    expect(originsOf(was, now)['a.py']).toEqual(['a.py:1', '-', ...placesOf('a.py', 9, 5)]);
    const split = { 'a.py': ['import os', '', ...mean], 'new.py': total };
    expect(originsOf(was, split)['new.py']).toEqual(placesOf('a.py', 3, 5));
  });

  it('follows a block that was indented, and the lines inside of it that were edited beside', () => {
    const was = { 'a.py': [...mean, '', ...total], 'b.py': [] };
    const indented = total
      .map((line) => `    ${line}`)
      .with(2, '            return math.fsum(values)');
    const is = { 'a.py': mean, 'b.py': ['class Numbers:', ...indented] };
    expect(originsOf(was, is)['b.py']).toEqual([
      '-',
      'a.py:7',
      'a.py:8',
      '-',
      'a.py:10',
      'a.py:11',
    ]);
  });

  it('finds no origin for a copy, wherever it stands', () => {
    const was = { 'a.py': [...total, '', ...mean] };
    const is = { 'a.py': [...total, '', ...mean, '', ...total], 'b.py': total };
    expect(originsOf(was, is)).toEqual({
      'a.py': [...placesOf('a.py', 1, 5), '-', ...placesOf('a.py', 7, 5), ...none(6)],
      'b.py': none(5),
    });
  });

  it('gives a block that went and was copied too one place only, in its own file first', () => {
    const was = { 'a.py': [...total, '', ...mean], 'b.py': ['import re'] };
    const is = { 'a.py': [...mean, '', ...total], 'b.py': ['import re', '', ...total] };
    expect(originsOf(was, is)['b.py']).toEqual(['b.py:1', ...none(6)]);
  });

  it('takes no idiom for the same lines elsewhere', () => {
    const was = { 'a.py': ['import os', '', ...total], 'b.py': ['import re'] };
    const other = ['def parse(text):', '    try:', '        return json.loads(text)'];
    const is = {
      'a.py': ['import os'],
      'b.py': ['import re', '', ...other, '    except TypeError:', '        return 0'],
    };
    expect(originsOf(was, is)['b.py']).toEqual(['b.py:1', ...none(6)]);
  });

  it('keeps two functions that changed places, with lines that both have', () => {
    const was = { 'a.py': [...total, '', ...mean] };
    const is = { 'a.py': [...mean, '', ...total] };
    expect(originsOf(was, is)['a.py']).toEqual([
      ...placesOf('a.py', 7, 5),
      '-',
      ...placesOf('a.py', 1, 5),
    ]);
  });

  it('follows lines that were sorted, and a file that was renamed', () => {
    const was = { 'a.py': ['import sys', 'import os', 'import re', '', ...total] };
    const is = { 'b.py': ['import os', 'import re', 'import sys', '', ...total] };
    expect(originsOf(was, is, { 'a.py': 'b.py' })['b.py']).toEqual([
      'a.py:2',
      'a.py:3',
      'a.py:1',
      '-',
      ...placesOf('a.py', 5, 5),
    ]);
  });

  it('is done with thousands of lines that went elsewhere, and with as many that are all the same', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `value_${index} = ${index}`);
    const moved = originsOf({ 'a.py': lines }, { 'b.py': ['import os', ...lines] })['b.py'];
    expect(moved).toEqual(['-', ...placesOf('a.py', 1, 20_000)]);
    const same = Array.from({ length: 20_000 }, () => 'value = 1');
    const grown = originsOf({ 'a.py': same }, { 'a.py': [...same, ...same] })['a.py'];
    expect(grown?.filter((origin) => origin !== '-')).toHaveLength(20_000);
  });
});
