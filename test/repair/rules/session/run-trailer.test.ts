import { describe, expect, it } from 'vitest';
import { runOfMessage, withRunTrailer } from '#repair/rules/session/run-trailer.ts';
import { runId } from '../../../support/samples.ts';

describe('the trailer of a published commit', () => {
  const run = runId('run-01k:a.b_c');

  it('names the run, and the run is found again', () => {
    const message = withRunTrailer('Repair\n\nTwo findings.\n\n', run);
    expect(message).toBe('Repair\n\nTwo findings.\n\nRatchetr-Run: run-01k:a.b_c\n');
    expect(runOfMessage(message)).toBe(run);
  });

  it.each(['Repair', 'See Ratchetr-Run: run-1', 'Ratchetr-Run: not/an id', 'Ratchetr-Run:'])(
    'is not in %o',
    (message) => {
      expect(runOfMessage(message)).toBeUndefined();
    },
  );

  it('is found in a message that a forge or a person wrote on', () => {
    expect(runOfMessage('x\r\n\r\nRATCHETR-RUN: run-7\r\nCo-authored-by: a')).toBe('run-7');
  });
});
