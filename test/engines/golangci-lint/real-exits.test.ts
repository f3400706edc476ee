import { golangciLint } from '#engines/golangci-lint/engine.ts';
import { ofToolchain } from '../../support/toolchains.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';

const module = {
  'go.mod': 'module example.com/m\n\ngo 1.21\n',
  '.golangci.yml': 'version: "2"\n',
};
const remark = 'package m\n\nimport "os"\n\nfunc F() {\n\tos.Remove("a")\n}\n';
const plan = { native: { since2: true } };

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { ...module, 'a.go': 'package m\n' }, plan, is: 'success, 0' },
  'a remark': { files: { ...module, 'a.go': remark }, plan, is: 'diagnostic, 1', at: ['a.go:6'] },
  'a package that does not compile': {
    files: { ...module, 'a.go': 'package m\n\nvar X int = "a"\n' },
    plan,
    is: 'diagnostic, partial, 1',
    at: ['a.go:3'],
  },
  'no files': { files: module, plan, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'a configuration of the other version': {
    files: { ...module, '.golangci.yml': 'linters: {}\n', 'a.go': remark },
    plan,
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
};

describeRealEnds({ engine: golangciLint, program: async () => ofToolchain('golangci-lint'), ends });
