import { engineTools } from '../../support/engine-tools.ts';
import { preCommit } from '#engines/pre-commit/engine.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly files?: string;
}

const config = (...hooks: readonly Hook[]) => {
  const all = hooks.map((hook) => ({ name: hook.id, language: 'system', ...hook }));
  return { '.pre-commit-config.yaml': JSON.stringify({ repos: [{ repo: 'local', hooks: all }] }) };
};
const tidy = { id: 'tidy', entry: 'sed -i "s/ *$//"', files: '[.]txt$' };

const ends: Readonly<Record<string, RealEnd>> = {
  'hooks that pass': {
    files: { ...config({ id: 'fine', entry: 'true' }), a: '' },
    is: 'success, 0',
  },
  'hooks that fail or change files': {
    files: { ...config(tidy, { id: 'no', entry: 'false' }), 'a.txt': 'a  \n' },
    is: 'diagnostic, 2',
  },
  'a broken configuration': {
    files: { '.pre-commit-config.yaml': 'repos: 1\n' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown argument': {
    files: config(tidy),
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a hook that cannot be installed': {
    files: {
      '.pre-commit-config.yaml':
        'repos: [{ repo: /nonexistent, rev: v1.0.0, hooks: [{ id: x }] }]\n',
    },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'pre-commit not installed': {
    files: config(tidy),
    program: ['sh'],
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
};

describeRealEnds({
  engine: preCommit,
  program: async () => ['env', `PATH=${(await engineTools()).bin}:${process.env['PATH']}`, 'sh'],
  ends,
});
