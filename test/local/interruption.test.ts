import { describe, expect, it } from 'vitest';
import { createInterruption } from '#local/interruption.ts';

/** Interrupts at these times and tells what happened. */
function interruptAt(...times: readonly number[]): Record<string, unknown> {
  const happened = { said: 0, ended: 0 };
  let now = 0;
  const { signal, interrupt } = createInterruption({
    now: () => now,
    say: () => (happened.said += 1),
    end: () => (happened.ended += 1),
  });
  for (const time of times) {
    now = time;
    interrupt();
  }
  return { aborted: signal.aborted, ...happened };
}

describe('createInterruption', () => {
  it.each<[string, readonly number[], Record<string, unknown>]>([
    ['does nothing by itself', [], { aborted: false, said: 0, ended: 0 }],
    ['asks to stop at the first', [1000], { aborted: true, said: 1, ended: 0 }],
    [
      'takes the echo of a key press for the same',
      [1000, 1500],
      { aborted: true, said: 1, ended: 0 },
    ],
    ['ends at a later one', [1000, 1501], { aborted: true, said: 1, ended: 1 }],
    ['ends at a later one after an echo', [0, 1, 900], { aborted: true, said: 1, ended: 1 }],
  ])('%s', (_name, times, happened) => {
    expect(interruptAt(...times)).toEqual(happened);
  });

  it('stops what moves on the terminal before it says anything', () => {
    const events: string[] = [];
    const say = (): void => void events.push('said');
    const { signal, interrupt } = createInterruption({ now: () => 0, say, end: () => {} });
    signal.addEventListener('abort', () => void events.push('aborted'));
    interrupt();
    expect(events).toEqual(['aborted', 'said']);
  });
});
