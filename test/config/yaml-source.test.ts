import { describe, expect, it } from 'vitest';
import { readYaml } from '#config/yaml-source.ts';
import { spotName } from '#config/yaml-walk.ts';

describe('reading YAML', () => {
  it('knows where every key and value stands', () => {
    const text = 'a: 1\nb:\n  - x\n  - {c: "d"}\nempty:\n';
    const reading = readYaml(text);
    expect(reading.value).toEqual({ a: 1, b: ['x', { c: 'd' }], empty: null });
    expect(placesOf(reading, ['a'])).toEqual({ key: '1:1', value: '1:4' });
    expect(placesOf(reading, ['b'])).toEqual({ key: '2:1', value: '3:3' });
    expect(placesOf(reading, ['b', 0])).toEqual({ value: '3:5' });
    expect(placesOf(reading, ['b', 1, 'c'])).toEqual({ key: '4:6', value: '4:9' });
    expect(placesOf(reading, ['empty'])).toEqual({ key: '5:1', value: '5:1' });
  });

  it('counts columns without the byte order mark and lines with any line end', () => {
    const reading = readYaml('\uFEFFa: 1\r\nb: 2\r\n');
    expect(placesOf(reading, ['a'])).toEqual({ key: '1:1', value: '1:4' });
    expect(placesOf(reading, ['b'])).toEqual({ key: '2:1', value: '2:4' });
  });

  it('points into the anchored value for what an alias stands for', () => {
    const reading = readYaml('a: &x {k: 1}\nb: *x\n');
    expect(reading.value).toEqual({ a: { k: 1 }, b: { k: 1 } });
    expect(placesOf(reading, ['b'])).toEqual({ key: '2:1', value: '2:4' });
    expect(placesOf(reading, ['b', 'k'])).toEqual({ key: '1:8', value: '1:11' });
  });

  it('takes the nearest earlier anchor of a name', () => {
    expect(readYaml('[&a 1, *a, &a 2, *a]').value).toEqual([1, 1, 2, 2]);
  });

  it('says whether the outermost value stands in brackets', () => {
    const indented = ['- a', 'a: b', '[a]', '{a: b}', 'a', ''].map(
      (text) => readYaml(text).indented,
    );
    expect(indented).toEqual([true, true, false, false, false, false]);
  });

  it('keeps names apart that mean something to JavaScript', () => {
    const reading = readYaml('constructor: 1\n__proto__: {polluted: true}\n');
    expect(Object.entries(reading.value ?? {})).toEqual([['constructor', 1]]);
    expect(reading.faults).toHaveLength(1);
  });
});

describe('limits', () => {
  const size = 256 * 1024;

  it.each([
    [size, true],
    [size + 1, false],
  ])('a text of %i bytes: readable is %s', (bytes, readable) => {
    expect(readYaml(`#${'x'.repeat(bytes - 1)}`).readable).toBe(readable);
    expect(readYaml(`#${'ü'.repeat((bytes - 1) / 2)}x`.slice(0, bytes)).readable).toBe(readable);
  });

  it('tells of a text that is too large, at its start', () => {
    const reading = readYaml(' '.repeat(size + 1));
    expect(reading.faults).toMatchObject([{ message: 'the text is larger than 256 KiB' }]);
    expect(reading.position(0)).toEqual({ line: 1, column: 1 });
  });

  it.each(['[', '{a: ', '- ', '? '])('ends at the depth of "%s" repeated', (opening) => {
    const reading = readYaml(opening.repeat(20_000));
    expect(reading.faults).toMatchObject([{ message: 'the text is nested too deeply' }]);
  });

  it('ends at 64 levels that are well written', () => {
    expect(nested(65).faults).toEqual([]);
    expect(nested(66).faults).toMatchObject([{ hint: 'use at most 64 levels' }]);
  });

  it('tells of fifty syntax errors at most', () => {
    const reading = readYaml('a: %\n'.repeat(60));
    expect(reading.faults).toHaveLength(50);
  });

  it('stops aliases that stand for more than anyone would write', () => {
    const bomb = ['&a [1]', hundred('b', 'a'), hundred('c', 'b'), hundred('d', 'c')];
    const reading = readYaml(`[${bomb.join(', ')}]`);
    expect(reading.faults).toMatchObject([{ path: [2, expect.any(Number)] }]);
    expect(JSON.stringify(reading.value).length).toBeLessThan(200_000);
  });
});

function nested(levels: number) {
  return readYaml('['.repeat(levels) + ']'.repeat(levels));
}

function hundred(name: string, of: string): string {
  return `&${name} [${Array.from({ length: 100 }, () => `*${of}`).join(', ')}]`;
}

function placesOf(reading: ReturnType<typeof readYaml>, path: readonly (string | number)[]) {
  const spot = reading.spots.get(spotName(path)) ?? {};
  const places = Object.entries(spot).map(([part, offset]) => {
    const { line, column } = reading.position(Number(offset));
    return [part, `${line}:${column}`];
  });
  return Object.fromEntries(places);
}
