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
      black: [0, 1],
      'cargo-clippy': [0, 101],
      eslint: [0, 1],
      gofmt: [0, 1, 2],
      'golangci-lint': [0, 1],
      isort: [0],
      markdownlint: [0],
      oxlint: [0, 1],
      'pre-commit': [0],
      prettier: [0],
      ruff: [0, 1],
      'ruff-format': [0, 1],
      rustfmt: [0],
      stylelint: [0],
    });
  });

  it('are those that the catalog names, and none that it calls a failure', () => {
    const exitCodes = { success: [0, 3], diagnostic: [10], toolFailure: [1, 4] };
    expect(listWorkingCodes({ isFix: true, exitCodes, ignoreExit: [7] })).toEqual([0, 3, 7, 10]);
  });
});
