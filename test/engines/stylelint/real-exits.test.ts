import { stylelint } from '#engines/stylelint/engine.ts';
import { describeRealEnds, type RealEnd, nodeScript } from '../real-ends.ts';

const rules = (given: object) => JSON.stringify({ rules: given });

const ends: Readonly<Record<string, RealEnd>> = {
  'findings, a warning, and a file that is no CSS': {
    files: {
      '.stylelintrc.json': rules({
        'block-no-empty': true,
        'color-named': ['never', { severity: 'warning' }],
      }),
      'a.css': 'a {}\nb { color: red }\n',
      's.css': 'c { color: #fff ',
    },
    is: 'diagnostic, 3',
    at: ['a.css:1', 'a.css:2', 's.css:1'],
  },
  'no files': { files: { '.stylelintrc.json': rules({}) }, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'a configuration that cannot be loaded': {
    files: { 'a.css': '' },
    plan: { config: { path: 'nope.json', source: 'config' } },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an option that is wrong': {
    files: { '.stylelintrc.json': rules({ 'block-no-empty': 'x' }), 'a.css': '' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown argument': {
    files: {},
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'no configuration': { files: { 'a.css': 'a {}' }, is: 'tool_failure, none, CONFIG_INVALID, 0' },
};

describeRealEnds({
  engine: stylelint,
  program: async () => nodeScript('stylelint/bin/stylelint.mjs'),
  ends,
});
