import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectsIn } from '#repair/rules/answer/objects-in.ts';
import { processorMs } from '../../../support/processor-time.ts';

const texts: Record<string, readonly [string, readonly string[]]> = {
  'no text': ['', []],
  prose: ['nothing here } or { there ] [', []],
  'an object alone': ['{"a":1}', ['{"a":1}']],
  'an empty object': ['{ }', ['{ }']],
  'objects in prose': [
    'first {"a":[1,{"b":2}]} then ```{"c":"}"}``` end',
    ['{"a":[1,{"b":2}]}', '{"c":"}"}'],
  ],
  'an object in a list': ['[{"a":1}]', ['{"a":1}']],
  'escaped quotes': [String.raw`{"a":"\"}{\\"}`, [String.raw`{"a":"\"}{\\"}`]],
  'braces of prose before': ['see { this: {"a":1}', ['{"a":1}']],
  'a quote left open before': ['{"oops {"a":1}', ['{"a":1}']],
  'a quote left open in a line before': ['{"oops\n{"a":1}', ['{"a":1}']],
  'a backslash before the end of a line': ['{"oops\\\n{"a":1}', ['{"a":1}']],
  'an object cut off': ['{"a":{"b":1},"c":', ['{"b":1}']],
  'an object that goes wrong': ['{"a":{"b":1},"c":nothing} {"d":1}', ['{"b":1}', '{"d":1}']],
  'brackets that do not match': ['{"a":[1}]', []],
  'a name without a value': ['{"a"}', []],
  'a comma too many': ['{"a":1,}', []],
  'numbers that are none': ['{"a":01}', []],
};

describe('the JSON objects of a text', () => {
  it.each(Object.entries(texts))('%s', (_name, [text, objects]) => {
    expect(objectsIn(text)).toEqual(objects);
  });

  it('are found in any prose around them', () => {
    const prose = fc.string({ unit: fc.constantFrom('a', ' ', '}', ']', ':', ',', '\n') });
    const object = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
      .map((one) => JSON.stringify(one));
    const parts = fc.array(fc.tuple(prose, object), { maxLength: 5 });
    fc.assert(
      fc.property(parts, prose, (pairs, end) => {
        expect(objectsIn(`${pairs.flat().join('')}${end}`)).toEqual(pairs.map(([, one]) => one));
      }),
    );
  });

  it('never throw and never overlap, whatever the text', () => {
    const odd = fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '1', '\n', 'a'),
    });
    fc.assert(
      fc.property(odd, (text) => {
        expect(objectsIn(text).join('').length).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['open braces', '{'],
    ['open objects', '{"a":'],
    ['open lists', '{"a":['],
    ['quotes left open', '{"'],
    ['escaped quotes', '{"\\"'],
    ['objects in objects that go wrong', '{"a":{"b":1},x'],
    ['lines of a log', '{ level: info }\n'],
    ['space', '{"a" '],
    ['blanks', ' '],
  ])('take no more time than their text grows: %s', (_name, part) => {
    const took = (times: number) => {
      const text = `{"a":{"b":"${part.repeat(times)}`;
      return processorMs(() => objectsIn(text));
    };
    const best = (times: number) => Math.min(took(times), took(times), took(times));
    best(100);
    // Were it quadratic, it would take 256 times as long.
    expect(best(200_000)).toBeLessThan(80 * best(12_500) + 100);
  });
});
