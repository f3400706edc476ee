import { goTest } from '#engines/go-test/engine.ts';
import { ofToolchain } from '../../support/toolchains.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';

const module = { 'go.mod': 'module example.com/m\n\ngo 1.21\n' };
const test = (name: string, body: string): string =>
  `package ${name}\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\t${body}\n}\n`;
const offline = { GOFLAGS: '-mod=mod', GOPROXY: 'off' };

const ends: Readonly<Record<string, RealEnd>> = {
  'all pass': { files: { ...module, 'a_test.go': test('m', 't.Log("x")') }, is: 'success, 0' },
  'no tests': { files: { ...module, 'a.go': 'package m\n' }, is: 'success, 0' },
  'one fails, one is skipped, one panics and one cannot be built': {
    files: {
      ...module,
      'a/a_test.go': test('a', 't.Error("no")'),
      'b/b_test.go': test('b', 't.Skip("later")'),
      'c/c_test.go': test('c', 'panic("no")'),
      'd/d_test.go': test('d', 'var _ int = "a"'),
    },
    is: 'diagnostic, partial, 3',
    at: ['a/a_test.go:6', 'c/c_test.go:6', 'd/d_test.go:6'],
  },
  'no packages': { files: module, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'a go.mod that cannot be read': {
    files: { 'go.mod': 'foo\n' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a module that is not there and cannot be fetched': {
    files: {
      'go.mod': 'module example.com/m\n\ngo 1.21\n\nrequire example.com/nope v1.0.0\n',
      'a_test.go': 'package m\n\nimport _ "example.com/nope"\n',
    },
    plan: { env: offline },
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
};

describeRealEnds({ engine: goTest, program: async () => ofToolchain('go'), ends });
