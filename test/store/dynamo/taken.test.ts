import { describe, expect, it } from 'vitest';
import { rememberTaken } from '#store/dynamo/taken.ts';
import { runId, taskId } from '../../support/samples.ts';

const run = runId('run-1');
const candidate = (id: string, attemptNo = 0) => ({ id: taskId(id), attemptNo });

describe('what was tried lately', () => {
  it('is known under its attempt number, and only under that', () => {
    const taken = rememberTaken({ now: () => 0 });
    taken.add(run, candidate('a'));
    expect(taken.has(run, candidate('a'))).toBe(true);
    expect(taken.has(run, candidate('a', 1))).toBe(false);
    expect(taken.has(run, candidate('b'))).toBe(false);
    expect(taken.has(runId('run-2'), candidate('a'))).toBe(false);
  });

  it('is forgotten after a moment', () => {
    let now = 1_000;
    const taken = rememberTaken({ now: () => now });
    taken.add(run, candidate('a'));
    now += 4_999;
    expect(taken.has(run, candidate('a'))).toBe(true);
    now += 1;
    expect(taken.has(run, candidate('a'))).toBe(false);
  });

  it('is bounded: the oldest goes first', () => {
    const taken = rememberTaken({ now: () => 0 });
    for (let n = 0; n < 1_001; n += 1) taken.add(run, candidate(`t${n}`));
    expect(taken.has(run, candidate('t0'))).toBe(false);
    expect(taken.has(run, candidate('t1'))).toBe(true);
    expect(taken.has(run, candidate('t1000'))).toBe(true);
  });
});
