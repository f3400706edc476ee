import { describe, expect, it } from 'vitest';
import { findGivenStart } from '#check/rules/repository/commands/given-start.ts';
import { biome } from '#engines/biome/engine.ts';
import { startedBy } from '#engines/biome/parts.ts';
import { someFacts } from '../../check/rules/repository/some-facts.ts';
import { planOf } from '../recorded.ts';

const noImports = '--assist-enabled=false';

function factsOf(...commands: readonly string[]) {
  const scripts = Object.fromEntries(commands.map((command, at) => [`script-${at}`, command]));
  return someFacts({ files: ['src/a.ts'], manifests: { 'package.json': { scripts } } });
}

function startOf(commands: readonly string[], version = '2.6.7'): readonly string[] {
  const native = biome.native?.(factsOf(...commands), { root: '.', config: null }) ?? {};
  const { args } = biome.check.spec({ plan: planOf({ native }), scratch: '/s', version });
  return args.slice(
    0,
    args.findIndex((arg) => /^--(?:reporter|max)/.test(arg)),
  );
}

describe('biome checks by the parts by which the project does', () => {
  it.each([
    [[], ['lint']],
    [['biome lint src'], ['lint']],
    [['biome check .'], ['check']],
    [['npx @biomejs/biome ci'], ['check']],
    [['biome ci --formatter-enabled=false'], ['check', '--formatter-enabled=false']],
    [
      ['biome lint', 'biome format'],
      ['check', noImports],
    ],
    [['biome format src'], ['check', '--linter-enabled=false', noImports]],
    // These change files in place of judging them.
    [['biome lint .', 'biome check --write .'], ['lint']],
    [['biome format --write', 'biome check --fix'], ['lint']],
  ])('%j', (commands, words) => {
    expect(startOf(commands)).toEqual(words);
  });

  it('by the words of its version', () => {
    expect(startOf(['biome lint', 'biome format'], '1.9.4')).toEqual([
      'check',
      '--organize-imports-enabled=false',
    ]);
  });

  it('in the folders of its commands, with what they are given', () => {
    const facts = factsOf('biome check --error-on-warnings --colors=off --linter-enabled=true src');
    expect(findGivenStart(facts, '.', startedBy)).toEqual({
      args: ['--error-on-warnings'],
      paths: ['src'],
    });
  });
});
