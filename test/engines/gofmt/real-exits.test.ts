import { gofmt } from '#engines/gofmt/engine.ts';
import { ofToolchain } from '../../support/toolchains.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';

const formatted = 'package m\n';
const unformatted = 'package m\nfunc   F( ) { }\n';
const broken = 'package m\nfunc (\n';

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { 'a.go': formatted }, is: 'success, 0' },
  unformatted: {
    files: { 'a.go': unformatted, 'b.go': formatted, 'vendor/x/a.go': unformatted },
    is: 'diagnostic, 1',
    at: ['a.go:'],
  },
  'a syntax error beside an unformatted file': {
    files: { 'a.go': unformatted, 'b.go': broken },
    is: 'diagnostic, 2',
    at: ['a.go:', 'b.go:2'],
  },
  'a syntax error in material of tests alone': {
    files: { 'a.go': formatted, 'testdata/b.go': broken },
    is: 'success, 0',
  },
  'a path that is missing': {
    files: { 'a.go': formatted },
    plan: { scope: ['a.go', 'nope.go'] },
    is: 'success, partial, 0',
  },
  'a bad flag': {
    files: { 'a.go': formatted },
    plan: { args: ['-nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a fix of everything': { action: 'fix', files: { 'a.go': unformatted }, is: 'success, 0' },
  'a fix that leaves a syntax error': {
    action: 'fix',
    files: { 'a.go': unformatted, 'b.go': broken },
    is: 'diagnostic, 1',
  },
};

describeRealEnds({ engine: gofmt, program: async () => ofToolchain('gofmt'), ends });
