import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { artifactName } from '#model/artifact.ts';

function problemOf(name: string): string | undefined {
  return artifactName.safeParse(name).error?.issues[0]?.message;
}

describe('the name of an artifact', () => {
  it.each([
    'report.json',
    'engines/ruff/report.json',
    'a',
    '.hidden',
    '...',
    'a..b/c...',
    ' leading and trailing ',
    'quotes \' " and signs +%&?#*:|<>',
    '報告/日本語.txt',
    'تقرير/نتيجة',
    'न्यूज़',
    '👩‍👩‍👧 family',
    'ﬁ ligature',
    'events.json',
    'my/events.jsonl',
    'eventsfolder/a',
    'x'.repeat(255),
    ['x'.repeat(255), 'y'.repeat(255), 'z'.repeat(255)].join('/'),
  ])('may be %j', (name) => {
    expect(artifactName.parse(name)).toBe(name);
  });

  it.each([
    ['', 'it is empty'],
    ['/etc/passwd', 'it starts with "/"; names are relative to the run'],
    ['/', 'it starts with "/"; names are relative to the run'],
    ['a/', 'it ends with "/"; it must name a file'],
    ['a//b', 'it holds "//"'],
    ['.', 'it holds a "." or ".." segment'],
    ['..', 'it holds a "." or ".." segment'],
    ['a/../b', 'it holds a "." or ".." segment'],
    ['a/./b', 'it holds a "." or ".." segment'],
    ['a/..', 'it holds a "." or ".." segment'],
    ['a\\b', 'it holds a backslash; folders are separated by "/"'],
    ['a\nb', 'it holds the control character U+000A'],
    ['a\0', 'it holds the control character U+0000'],
    ['a\u007f', 'it holds the control character U+007F'],
    ['a\u0085b', 'it holds the control character U+0085'],
    ['a\u2028b', 'it holds the control character U+2028'],
    ['gpj.\u202eexe', 'it holds the control character U+202E'],
    ['a\ud800', 'it holds half a character (a lone surrogate)'],
    ['events.jsonl', 'it is the place of the event log'],
    ['events/a', 'it is the place of the event log'],
    ['x'.repeat(256), 'a segment is longer than 255 bytes'],
    ['é'.repeat(128), 'a segment is longer than 255 bytes'],
    ['語'.repeat(86), 'a segment is longer than 255 bytes'],
    ['🙂'.repeat(64), 'a segment is longer than 255 bytes'],
    ['abcd/'.repeat(180) + 'a', 'it is longer than 900 bytes'],
  ])('may not be %j', (name, problem) => {
    expect(problemOf(name)).toBe(`not the name of an artifact: ${problem}`);
  });

  it('has one spelling, whatever spelling it came in', () => {
    expect(artifactName.parse('Pru\u0308fung/e\u0301.txt')).toBe('Pr\u00fcfung/\u00e9.txt');
    expect(artifactName.parse('\u212b')).toBe('\u00c5');
  });

  it('never leads out of the folder of the run', () => {
    const piece = fc.oneof(
      fc.constantFrom('.', '..', '/', '\\', 'a', 'é'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { data } = artifactName.safeParse(pieces.join(''));
        if (data === undefined) return;
        const { pathname } = new URL(
          data.split('/').map(encodeURIComponent).join('/'),
          'file:///run/',
        );
        expect(decodeURIComponent(pathname)).toBe(`/run/${data}`);
        expect(Buffer.byteLength(data)).toBeLessThanOrEqual(900);
        expect(artifactName.parse(data)).toBe(data);
      }),
      { numRuns: 150 },
    );
  });
});
