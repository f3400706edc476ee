import { describe, expect, it } from 'vitest';
import { listProof, type ProvingRun } from '#repair/rules/verdict/proof.ts';

const plain: ProvingRun = {
  engine: 'ruff',
  root: '.',
  version: '0.15.2',
  isOfTests: false,
  runsCode: false,
  isPinned: false,
  isSealed: false,
  isSteady: undefined,
  ran: 0,
};

describe('what a proof rests on', () => {
  it('is told of a tool of the project in an environment as it was found', () => {
    expect(listProof([plain], [])).toEqual([
      {
        engine: 'ruff',
        root: '.',
        version: '0.15.2',
        tool: 'project',
        runsCode: false,
        environment: 'own',
        nullChange: 'not_tried',
      },
    ]);
  });

  it('names what was pinned, sealed and judged alike twice, and claims nothing of what was not', () => {
    const better = { ...plain, isPinned: true, isSealed: true, isSteady: true };
    expect(listProof([better], [])).toMatchObject([
      { tool: 'pinned', environment: 'sealed', nullChange: 'held' },
    ]);
    expect(listProof([{ ...plain, isSteady: false }], [])[0]).not.toHaveProperty('nullChange');
  });
});
