import { describe, expect, it } from 'vitest';
import { listWorkingCodes } from '#check/rules/outcome/working-codes.ts';
import { engines } from '#engines/registry.ts';

describe('the exit codes with which a fixer did its work', () => {
  it('are those of each engine', () => {
    const codes = engines.flatMap(({ id, fix }) =>
      fix ? [[id, listWorkingCodes(fix.catalog)]] : [],
    );
    expect(Object.fromEntries(codes)).toEqual({
      biome: [0, 1],
      eslint: [0, 1],
      oxlint: [0, 1],
      ruff: [0, 1],
      'ruff-format': [0, 1],
    });
  });

  it('are those that the catalog names, and none that it calls a failure', () => {
    const exitCodes = { success: [0, 3], diagnostic: [10], toolFailure: [1, 4] };
    expect(listWorkingCodes({ isFix: true, exitCodes, ignoreExit: [7] })).toEqual([0, 3, 7, 10]);
  });
});
