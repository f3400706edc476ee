import { knip } from '#engines/knip/engine.ts';
import { describeRealEnds, type RealEnd, nodeScript } from '../real-ends.ts';

const manifest = { 'package.json': '{"name":"x","type":"module","main":"index.js"}' };

const ends: Readonly<Record<string, RealEnd>> = {
  'nothing unused': { files: { ...manifest, 'index.js': '' }, is: 'success, 0' },
  findings: {
    files: { ...manifest, 'index.js': 'import "nope";\n', 'dead.js': '' },
    is: 'diagnostic, 2',
    at: ['dead.js:', 'index.js:1'],
  },
  'an unknown argument': {
    files: manifest,
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a broken configuration': {
    files: { ...manifest, 'knip.json': '{"nope":1}' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
};

describeRealEnds({ engine: knip, program: async () => nodeScript('knip/bin/knip.js'), ends });
