import { describe, expect, it } from 'vitest';
import { readCommand } from '#ratchet/rules/ingest/person-command.ts';

const hour = 3_600_000;
const unknown = { kind: 'unknown' };
const hold = (milliseconds: number) => ({ kind: 'hold', milliseconds });

describe('readCommand', () => {
  it.each([
    ['vouch 0123abc', { kind: 'vouch', commit: '0123abc' }],
    ['vouch 0123ABCdef', { kind: 'vouch', commit: '0123abcdef' }],
    ['vouch', { kind: 'unknown' }],
    ['vouch it', { kind: 'unknown' }],
    ['vouch 0123ab', { kind: 'unknown' }],
  ])('reads %s', (said, expected) => {
    expect(readCommand(said)).toEqual(expected);
  });

  it.for(['on', 'off', 'retry', 'stop', 'why', 'release'])('knows %s', (word) => {
    expect(readCommand(word)).toEqual({ kind: word });
    expect(readCommand(`  ${word.toUpperCase()} `)).toEqual({ kind: word });
    expect(readCommand(`${word} please`)).toEqual(unknown);
  });

  it('holds for an hour, for as long as asked, and for a day at most', () => {
    expect(readCommand('hold')).toEqual(hold(hour));
    expect(readCommand('hold 30m')).toEqual(hold(hour / 2));
    expect(readCommand('hold 2H')).toEqual(hold(2 * hour));
    expect(readCommand('hold 1d')).toEqual(hold(24 * hour));
    expect(readCommand('hold 999999d')).toEqual(hold(24 * hour));
    for (const odd of ['0m', 'forever', '-1h', '2', '1h 30m', '10s']) {
      expect(readCommand(`hold ${odd}`)).toEqual(unknown);
    }
  });

  it('takes an answer as it was written', () => {
    const answer = 'Use  UTC, and\nkeep the rest.';
    expect(readCommand(`answer ${answer} `)).toEqual({ kind: 'answer', answer });
    expect(readCommand('answer')).toEqual(unknown);
  });

  it('knows nothing else', () => {
    for (const text of ['', 'constructor', 'merge', 'o n', '--on']) {
      expect(readCommand(text)).toEqual(unknown);
    }
  });
});
