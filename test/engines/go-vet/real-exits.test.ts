import { goVet } from '#engines/go-vet/engine.ts';
import { ofToolchain } from '../../support/toolchains.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';

const module = { 'go.mod': 'module example.com/m\n\ngo 1.21\n' };
const remark = 'package m\n\nfunc F() {\n\tx := 1\n\tx = x\n}\n';
const broken = 'package b\n\nvar X int = "a"\n';

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { ...module, 'a.go': 'package m\n' }, is: 'success, 0' },
  'a remark': { files: { ...module, 'a.go': remark }, is: 'diagnostic, 1', at: ['a.go:5'] },
  'a package that does not compile beside a remark': {
    files: { ...module, 'a.go': remark, 'b/b.go': broken },
    is: 'diagnostic, partial, 2',
    at: ['a.go:5', 'b/b.go:3'],
  },
  'no packages': { files: module, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'a go.mod that cannot be read': {
    files: { 'go.mod': 'module example.com/m\n\nfoo bar\n', 'a.go': 'package m\n' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a bad flag': {
    files: { ...module, 'a.go': 'package m\n' },
    plan: { args: ['-nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'one folder of it': {
    files: { ...module, 'a.go': remark, 'b/b.go': 'package b\n' },
    plan: { scope: ['b'] },
    is: 'success, 0',
  },
};

describeRealEnds({ engine: goVet, program: async () => ofToolchain('go'), ends });
