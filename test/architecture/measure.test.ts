import { describe, expect, it } from 'vitest';
import { countLines, measureFunctions } from './measure.ts';

describe('measuring functions', () => {
  // Parsed first, because offsets go on counting over all parses of one process.
  measureFunctions('const earlier = () => "ünïcode";\n'.repeat(50));

  const planted: Record<string, { text: string; sizes: readonly [number, number, number][] }> = {
    'nested functions count in themselves and in the outer one': {
      text: 'function outer() {\n  function inner(a, b) {\n    return a;\n  }\n  return inner;\n}\n',
      sizes: [
        [1, 6, 0],
        [2, 3, 2],
      ],
    },
    'an arrow without a body': {
      text: '\nconst twice = (a: number) =>\n  a * 2;',
      sizes: [[2, 2, 1]],
    },
    'an arrow given as an argument': {
      text: 'run(\n  async () => {\n    await x;\n  },\n);',
      sizes: [[2, 3, 0]],
    },
    'methods and accessors of an object': {
      text: 'const o = {\n  m(a, b, c, d) {\n  },\n  get g() { return 1; },\n  set g(v) {},\n};',
      sizes: [
        [2, 2, 4],
        [4, 1, 0],
        [5, 1, 1],
      ],
    },
    'members of a class': {
      text: 'class K {\n  constructor(a) {\n  }\n  static s(a, b) {}\n  #p = (a) => a;\n  #q() {\n\n  }\n}',
      sizes: [
        [2, 2, 1],
        [4, 1, 2],
        [5, 1, 1],
        [6, 3, 0],
      ],
    },
    'default, destructured and rest parameters; this is none': {
      text: 'export function f(this: Window, a = () => {}, { b, c } = {}, ...d: string[]) {}',
      sizes: [
        [1, 1, 3],
        [1, 1, 0],
      ],
    },
    'strings, templates and patterns that contain braces': {
      text: 'function f() {\n  const s = "}";\n  return `}${s}{` + /[}]/.source;\n}\nconst after = 1;',
      sizes: [[1, 4, 0]],
    },
    'letters of more than one byte before and inside': {
      text: '// Größenänderung – 日本語 😀\n\nfunction f() {\n  // ünïcödé\n  return "日本";\n}\n',
      sizes: [[3, 4, 0]],
    },
    'a first line for the shell': {
      text: '#!/usr/bin/env node\n// why\nexport default async function () {\n}\n',
      sizes: [[3, 2, 0]],
    },
    'types are no functions': {
      text: 'interface I {\n  m(a: 1, b: 2, c: 3, d: 4): void;\n  p: (a: 1) => void;\n}',
      sizes: [],
    },
  };

  it.each(Object.entries(planted))('%s', (_name, { text, sizes }) => {
    const found = measureFunctions(text).map((size) => [size.line, size.lines, size.parameters]);
    expect(found).toEqual(sizes);
  });

  it.each([
    ['one line', 1],
    ['one line\n', 1],
    ['two\nlines\n', 2],
    ['two\n\n', 2],
  ])('counts the lines of %j', (text, lines) => {
    expect(countLines(text)).toBe(lines);
  });
});
