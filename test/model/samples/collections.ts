import type * as artifactModule from '#model/artifact.ts';
import type * as baselineModule from '#model/baseline.ts';
import type * as engineErrorModule from '#model/engine-error.ts';
import type * as findingModule from '#model/finding.ts';
import { aBaseline, aFinding, anArtifact } from '../../support/samples.ts';
import type { SamplesOf } from './sample.ts';

export const artifact = {
  artifactName: [
    { valid: 'report.json', refused: { '': '' } },
    { valid: 'engines/ruff/Größe 1.json', refused: { '': '/absolute' } },
    { valid: '.hidden', refused: { '': 'a/../b' } },
  ],
  artifactKey: [
    {
      valid: { runId: 'run-1', name: 'log.txt' },
      refused: { runId: 'no/slash', name: 'back\\slash' },
    },
  ],
  artifact: [
    {
      valid: anArtifact({ tool: 'pytest', meta: { pages: [1, null] } }),
      refused: {
        runId: undefined,
        name: 'folder/',
        kind: 'video',
        tool: 7,
        sha256: 'abc',
        sizeBytes: -1,
        createdAt: 'today',
        meta: [],
      },
    },
  ],
} satisfies SamplesOf<typeof artifactModule>;

export const baseline = {
  recordedBaseline: [
    {
      valid: aBaseline(),
      refused: {
        repository: '',
        commit: 'main',
        engine: '',
        signature: '',
        'artifact.name': '..',
        recordedAt: null,
      },
    },
  ],
  baselineSnapshot: [
    {
      valid: {
        schemaVersion: 1,
        engine: 'pytest',
        signature: 'abc',
        entries: [{ path: 'a.py', rule: 'E', L: 'l', C: 'c', M: 'm', message: 'no' }],
        // What an earlier version recorded names no file.
        noisy: [{ path: 'a.py', rule: 'E', L: 'l', C: 'c', M: 'm', message: 'no' }],
        tests: [
          { id: 'a.py::t', file: 'a.py', skipped: true },
          { id: 'b.py::t', skipped: false },
        ],
        coverage: { 'a.py': { covered: 1, total: 2 } },
      },
      refused: {
        schemaVersion: 2,
        engine: '',
        signature: '',
        'entries.0.L': undefined,
        'noisy.0.path': null,
        'tests.0.skipped': 1,
        'tests.1.file': null,
        coverage: [],
      },
    },
    {
      valid: {
        schemaVersion: 1,
        engine: 'ruff',
        signature: 'abc',
        entries: [],
        tests: null,
        coverage: null,
      },
      refused: { entries: null, tests: undefined, coverage: undefined },
    },
  ],
} satisfies SamplesOf<typeof baselineModule>;

export const finding = {
  severity: [
    { valid: 'blocker', refused: { '': 'critical' } },
    { valid: 'low', refused: { '': 1 } },
  ],
  finding: [
    { valid: aFinding({ message: '' }), refused: { severity: 'error', message: undefined } },
    {
      valid: aFinding({
        filePath: 'shop/total.py',
        line: 1,
        column: 1,
        symbol: 'E501',
        testId: 'tests/test_total.py::test_total',
        rawRef: 'engines/pytest/report.json#/tests/0',
        meta: { nested: { deep: [true] } },
      }),
      refused: {
        id: '',
        runId: undefined,
        tool: '',
        kind: '',
        fingerprint: '',
        filePath: null,
        line: 0,
        column: 1.5,
        meta: 'text',
        createdAt: undefined,
      },
    },
  ],
  findingStage: [
    { valid: 'start', refused: { '': 'end' } },
    { valid: 'final', refused: { '': 'final ' } },
    { valid: 'checkpoint-12', refused: { '': 'checkpoint-' } },
    { valid: 'checkpoint-0', refused: { '': 'checkpoint-12345' } },
  ],
  findingCounts: [
    {
      valid: { tool: 'ruff', stage: 'start', total: 3, bySeverity: { high: 1, low: 2 } },
      refused: {
        tool: undefined,
        stage: 'begin',
        total: -1,
        'bySeverity.high': 0.5,
        'bySeverity.huge': 1,
      },
    },
    {
      valid: { tool: 'ruff', stage: 'final', total: 0, bySeverity: {} },
      refused: { bySeverity: undefined },
    },
  ],
} satisfies SamplesOf<typeof findingModule>;

export const engineError = {
  engineErrorReason: [{ valid: 'TIMEOUT', refused: { '': 'timeout' } }],
  engineError: [
    {
      valid: {
        engine: 'mypy',
        mode: 'target',
        reason: 'TOOL_NOT_FOUND',
        message: 'mypy is not installed; add it to the requirements.',
        exitCode: null,
        signal: null,
        argv: ['mypy', '.'],
        cwd: '.',
        stderrExcerpt: '',
      },
      refused: {
        engine: '',
        mode: 'both',
        reason: 'UNKNOWN',
        message: '',
        exitCode: 1.5,
        signal: undefined,
        'argv.1': 7,
        cwd: undefined,
        stderrExcerpt: 'x'.repeat(4_001),
      },
    },
  ],
} satisfies SamplesOf<typeof engineErrorModule>;
