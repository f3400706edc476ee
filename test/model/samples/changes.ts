import type * as z from 'zod';
import type * as changesetModule from '#model/changeset.ts';
import type * as planModule from '#model/structured-plan.ts';
import { sha, sha256, t0 } from '../../support/samples.ts';
import type { SamplesOf } from './sample.ts';

const anEvidence: z.input<typeof changesetModule.evidence> = {
  tree: sha('d'),
  head: sha('a'),
  vector: [{ measures: { kind: 'skipped-tests' }, before: 2, after: 0 }],
  notWorse: true,
  report: { runId: 'run-1', name: 'report.json' },
};

const aChangeset: z.input<typeof changesetModule.changeset> = {
  schemaVersion: 2,
  runId: 'run-1',
  parents: [sha('a')],
  tree: sha('d'),
  changes: [
    {
      kind: 'write',
      path: 'shop/total.py',
      mode: '100644',
      blob: sha('e'),
      content: { runId: 'run-1', name: 'blobs/e' },
      sizeBytes: 0,
    },
    { kind: 'delete', path: 'old.py' },
  ],
  message: 'Repair total',
  committedAt: t0,
  evidence: anEvidence,
  patchSha256: sha256('9'),
};

export const changeset = {
  fileMode: [{ valid: '100755', refused: { '': '100600' } }],
  evidence: [
    {
      valid: anEvidence,
      refused: {
        tree: '',
        head: undefined,
        'vector.0.measures.kind': 'failed checks',
        'vector.0.after': undefined,
        notWorse: 'yes',
        'report.name': '/etc/passwd',
      },
    },
  ],
  changeset: [
    {
      valid: aChangeset,
      refused: {
        schemaVersion: 1,
        runId: '',
        parents: [],
        'parents.0': 'HEAD',
        tree: 'abc',
        'changes.0.kind': 'rename',
        'changes.0.path': '',
        'changes.0.mode': '160000',
        'changes.0.blob': '',
        'changes.0.content.name': '',
        'changes.0.sizeBytes': -1,
        'changes.1.path': '',
        message: '',
        committedAt: undefined,
        'evidence.notWorse': undefined,
        patchSha256: sha('a'),
      },
    },
    {
      valid: {
        schemaVersion: 2,
        runId: 'run-1',
        parents: [sha('a'), sha('b')],
        tree: sha('d'),
        changes: [],
        message: 'Merge main',
        committedAt: 0,
        evidence: { ...anEvidence, vector: [] },
        patchSha256: sha256('0'),
      },
      refused: { parents: [sha('a'), sha('b'), sha('c')] },
    },
  ],
  storedChangeset: [
    { valid: aChangeset, refused: { schemaVersion: 3, 'evidence.vector': {}, tree: 'abc' } },
  ],
} satisfies SamplesOf<typeof changesetModule>;

const aCommand = {
  type: 'run_command',
  argv: ['npm', 'ci'],
  cwd: '',
  env: { CI: '1' },
  idempotent: true,
  successCodes: [0],
} as const;

export const structuredPlan = {
  stepAction: [
    {
      valid: { type: 'create_file', path: 'a', content: '', encoding: 'utf8', mode: '100755' },
      refused: { type: 'make_file', path: '', content: undefined, encoding: 'hex', mode: '0755' },
    },
    {
      valid: { type: 'modify_file', path: 'a', content: '', encoding: 'base64' },
      refused: { path: undefined, expectedBlob: 'abc', content: 1, encoding: undefined },
    },
    {
      valid: { type: 'delete_file', path: 'a', expectedBlob: sha('e') },
      refused: { path: '', expectedBlob: '' },
    },
    {
      valid: { ...aCommand, argv: ['npm', 'ci'], successCodes: [0] },
      refused: {
        argv: [],
        'argv.0': 1,
        cwd: undefined,
        'env.CI': 1,
        idempotent: undefined,
        successCodes: [],
      },
    },
    { valid: { type: 'read_file', path: 'a' }, refused: { path: '' } },
    {
      valid: { type: 'get_user_input', question: 'Which?', choices: ['a'] },
      refused: { question: '', 'choices.0': 1 },
    },
    {
      valid: {
        type: 'browser_act',
        acts: [
          { do: 'open', url: 'http://localhost' },
          { do: 'click', selector: '#a' },
          { do: 'type', selector: '#a', text: '' },
          { do: 'expect_text', selector: '#a', text: 'b' },
          { do: 'screenshot', name: 'a' },
        ],
      },
      refused: { acts: [], 'acts.0.do': 'close', 'acts.0.url': undefined, 'acts.4.name': 1 },
    },
    {
      valid: { type: 'use_tool', tool: 'deploy', input: { to: ['test', 1, null] } },
      refused: { tool: '', input: undefined },
    },
  ],
  structuredStep: [
    {
      valid: {
        stepId: 0,
        description: '',
        action: { type: 'read_file', path: 'a' },
        dependsOn: [],
        onlyIf: [{ step: 1, is: 'skipped', outputContains: 'x' }],
        rollbackOnFail: true,
        maxRetries: 0,
        timeoutMs: 1,
        estimatedUsd: 0,
      },
      refused: {
        stepId: -1,
        description: undefined,
        'action.path': '',
        'dependsOn.0': 'a',
        'onlyIf.0.is': 'done',
        rollbackOnFail: undefined,
        maxRetries: -1,
        timeoutMs: 0,
        estimatedUsd: -1,
      },
    },
  ],
  structuredPlan: [
    {
      valid: {
        schemaVersion: 1,
        title: '',
        steps: [
          {
            stepId: 3,
            description: 'Install',
            action: { ...aCommand, argv: ['npm', 'ci'], successCodes: [0] },
            dependsOn: [],
            rollbackOnFail: false,
          },
        ],
      },
      refused: { schemaVersion: 2, title: null, 'steps.0.action.type': 'exec', steps: {} },
    },
  ],
} satisfies SamplesOf<typeof planModule>;
