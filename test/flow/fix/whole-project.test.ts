import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/git-repository.ts';
import { fix, triesOf } from './run-fix.ts';

const agents = { order: ['autofix'] };

/** It has the words of version 1.6, and one rule. */
const olderBiome = `
case " $* " in
  *--version*) echo 'Version: 1.6.4'; exit ;;
  *--write*) echo 'no such flag: --write' >&2; exit 1 ;;
  *--apply*) sed -i 's/^let /const /' a.js ;;
esac
echo 'Checked 1 file in 1ms.'
grep -q '^let ' a.js || exit 0
printf './a.js:1:1 lint/style/useConst  FIXABLE  ━━━━━\\n\\n  × Use const.\\n\\n  i Safe fix: Use const.\\n' >&2
exit 1
`;

describe('ratchetr fix lets a tool repair', () => {
  it('what it finds wrong with the project as a whole', async () => {
    const judge = ['sh', '-c', 'test "$(cat made.txt)" = "$(cat source.txt)"'];
    const repair = ['sh', '-c', 'cp source.txt made.txt'];
    const made = {
      from: 'command',
      options: { command: judge, paths: 'none', fix: { command: repair } },
    };
    const { root, git } = await gitRepository({
      'ratchetr.yaml': JSON.stringify({ version: 1, agents, engines: { made } }),
      'source.txt': 'new\n',
      'made.txt': 'old\n',
    });
    const { report } = await fix(root, ['--branch', 'fixes']);
    expect(triesOf(report)).toEqual({ 'made ': ['autofix: accepted'] });
    expect(git('show', 'fixes:made.txt')).toBe('new');
  });

  it('in the words that its version knows', async () => {
    const { root, git } = await gitRepository({
      'ratchetr.yaml': JSON.stringify({
        version: 1,
        agents,
        engines: { biome: { failOn: 'low' } },
        tools: { biome: ['sh', 'older-biome.sh'] },
      }),
      'biome.json': '{}',
      'older-biome.sh': olderBiome,
      'a.js': 'let a = 1;\n',
    });
    const { report } = await fix(root, ['--branch', 'fixes', '--engine', 'biome']);
    expect(triesOf(report)).toEqual({ 'biome a.js': ['autofix: accepted'] });
    expect(git('show', 'fixes:a.js')).toBe('const a = 1;');
  });
});
