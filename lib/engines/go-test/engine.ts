import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { detectGoModule, packagePatterns } from '#check/rules/repository/go.ts';
import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import { goCouldNotBegin, goProgram, noGoPackages, ofGo } from '../compiled.ts';
import type { Engine } from '../contract.ts';
import { parseGoTestReport } from './report.ts';

const catalog: ExitCatalog = {
  report: 'always',
  rules: [
    { code: 0, report: ['valid-empty'], category: 'success', why: 'All tests passed.' },
    {
      code: 1,
      report: ['valid-findings'],
      category: 'diagnostic',
      why: 'Some tests failed, or some packages could not be built.',
    },
    goCouldNotBegin('go test'),
  ],
  probes: [
    noGoPackages('test'),
    {
      id: 'no-network',
      stream: 'stdout',
      pattern: String.raw`: (?:dial tcp|Get \\?"https?:|module lookup disabled)`,
      effect: 'tool-failure',
      reason: 'CONFIG_INVALID',
      remedy:
        'Modules that the code needs are not installed and cannot be fetched; run `go mod download`.',
    },
  ],
};

const files = { names: /_test\.go$/, what: 'no test of Go belongs to it' };

/** go test. Its findings are tests that fail, named by their package, and what keeps packages from being built. */
export const goTest: Engine = {
  ...ofGo,
  ...goProgram,
  id: 'go-test',
  title: 'go test',
  scope: 'tests',
  program: { kind: 'binary', name: 'go' },
  detect: (facts, root) => detectGoModule(facts, root, files),
  changed: 'everything',
  suppressions: [String.raw`\b[a-z]\w*\.(?:Skip|Skipf|SkipNow)\(`],
  tasks: byTestFile,
  validation: (input) =>
    recheckAll(goTest.program, input, {
      args: ['test'],
      config: () => [],
      paths: packagePatterns(input.plan.scope),
    }),
  parse: parseGoTestReport,
  check: {
    catalog,
    // Otherwise a test tells the name of its file without the folder.
    spec: ({ plan }) => ({
      args: ['test', '-json', '-fullpath', ...plan.args, ...packagePatterns(plan.scope)],
      env: {},
      reports: {},
    }),
  },
};
