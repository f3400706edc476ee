import { describe, expect, it } from 'vitest';
import {
  detectGofmt,
  detectGoModule,
  isLeftOutByGo,
  packagePatterns,
} from '#check/rules/repository/go.ts';
import { someFacts } from './some-facts.ts';

const tests = { names: /_test\.go$/, what: 'no test belongs to it' };

describe('a module of Go', () => {
  it.each([
    ['its own test', ['go.mod', 'a_test.go'], 'present'],
    ['no test', ['go.mod', 'a.go'], 'absent'],
    ['no module', ['a_test.go'], 'absent'],
    ['a test of another module', ['go.mod', 'tools/go.mod', 'tools/a_test.go'], 'absent'],
    ['material of tests', ['go.mod', 'x/testdata/a_test.go', 'vendor/y/b_test.go'], 'absent'],
  ])('with %s', (_, files, kind) => {
    expect(detectGoModule(someFacts({ files }), '.', tests).kind).toBe(kind);
  });
});

it('packages are asked for by the folders of a scope', () => {
  expect(packagePatterns(['.'])).toEqual(['./...']);
  expect(packagePatterns(['cmd', 'a.go', 'x/a.go', 'x/b.go'])).toEqual(['./cmd/...', '.', './x']);
});

it.each([
  ['a.go', false],
  ['x/vendor.go', false],
  ['vendor/a.go', true],
  ['x/_old/a.go', true],
  ['.cache/a.go', true],
])('%s is left out by go: %s', (path, expected) => {
  expect(isLeftOutByGo(path)).toBe(expected);
});

it.each([
  ['test -z "$(gofmt -l .)"', 'present'],
  ['gofmt -l .', 'present'],
  ['go fmt ./...', 'present'],
  ['set -e\n\tgofmt -l .', 'present'],
  ['go vet ./...', 'absent'],
])('a project with the command %s has its Go formatted: %s', (run, kind) => {
  const manifests = { '.github/workflows/ci.yml': { jobs: { all: { steps: [{ run }] } } } };
  expect(detectGofmt(someFacts({ files: ['go.mod', 'a.go'], manifests }), '.').kind).toBe(kind);
});
