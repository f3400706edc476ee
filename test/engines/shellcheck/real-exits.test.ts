import { join } from 'node:path';
import { engineTools } from '../../support/engine-tools.ts';
import { shellcheck } from '#engines/shellcheck/engine.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';

const ends: Readonly<Record<string, RealEnd>> = {
  'a clean script': {
    files: { 'a.sh': '#!/bin/sh\necho a\n' },
    plan: { scope: ['a.sh'] },
    is: 'success, 0',
  },
  'findings, and a script that is none': {
    files: { 'a.sh': '#!/bin/sh\necho $x\n', 's.sh': '#!/bin/sh\nif then\n' },
    plan: { scope: ['a.sh', 's.sh'] },
    is: 'diagnostic, 4',
  },
  'a path that is missing': {
    files: { 'a.sh': '#!/bin/sh\necho a\n' },
    plan: { scope: ['a.sh', 'nope.sh'] },
    is: 'success, partial, 0',
  },
  'a broken configuration': {
    files: { 'a.sh': '#!/bin/sh\necho a\n', '.shellcheckrc': 'disable=SC' },
    plan: { scope: ['a.sh'] },
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'an unknown argument': {
    files: {},
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
};

describeRealEnds({
  engine: shellcheck,
  program: async () => [join((await engineTools()).bin, 'shellcheck')],
  ends,
});
