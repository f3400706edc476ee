import { describe, expect, it } from 'vitest';
import { ableAgents, chooseAgent } from '#repair/rules/session/choose-agent.ts';

const order = ['one', 'autofix', 'two'];

describe('who tries next', () => {
  it('is each of the order in turn, and then the last one again', () => {
    const ids = [0, 1, 2, 9].map((failures) => chooseAgent({ taskType: 'fix', failures }, order));
    expect(ids).toEqual(['one', 'two', 'two', 'two'].map((id) => ({ kind: 'agent', id })));
  });

  it('is the engine itself for what it repairs by itself, and for nothing else', () => {
    expect(chooseAgent({ taskType: 'autofix', failures: 3 }, order)).toEqual({
      kind: 'agent',
      id: 'autofix',
    });
    expect(ableAgents({ taskType: 'refactor' }, order)).toEqual(['one', 'two']);
    expect(ableAgents({ taskType: 'autofix' }, ['one'])).toEqual([]);
  });

  it('is no agent where the order names none that can', () => {
    const choice = chooseAgent({ taskType: 'fix', failures: 0 }, ['autofix']);
    expect(choice).toMatchObject({
      kind: 'no-agent',
      reason: expect.stringContaining('agents.order'),
    });
  });
});
