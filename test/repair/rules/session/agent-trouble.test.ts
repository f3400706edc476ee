import { describe, expect, it } from 'vitest';
import {
  type AgentStanding,
  type AgentTrouble,
  standingAfter,
} from '#repair/rules/session/agent-trouble.ts';

const outage: AgentTrouble = { kind: 'provider', sentence: 'It is busy.' };
const refused: AgentTrouble = { kind: 'account', sentence: 'The key is wrong.' };

/** Attempts one after another, each of which meets the same. */
function afterOutages(times: number): AgentStanding | undefined {
  let standing: AgentStanding | undefined;
  for (let now = 1; now <= times; now += 1) {
    standing = standingAfter(standing, { trouble: outage, startedAt: now, now });
  }
  return standing;
}

describe('how an agent stands', () => {
  it('is out after five outages in a row, and says so', () => {
    expect(afterOutages(4)).toMatchObject({ kind: 'paused', times: 4 });
    expect(afterOutages(5)).toEqual({
      kind: 'out',
      trouble: { kind: 'provider', sentence: 'It is busy. This was so 5 times in a row.' },
    });
  });

  it('is out at once where no pause would help', () => {
    const standing = standingAfter(afterOutages(1), { trouble: refused, startedAt: 9, now: 10 });
    expect(standing).toEqual({ kind: 'out', trouble: refused });
  });

  it('stays what put it out, whatever attempts that were under way then still meet', () => {
    for (const trouble of [outage, refused]) {
      const standing = standingAfter(afterOutages(5), { trouble, startedAt: 3, now: 9 });
      expect(standing).toEqual(afterOutages(5));
    }
  });
});
