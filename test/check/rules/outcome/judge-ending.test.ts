import { describe, expect, it } from 'vitest';
import { engineError } from '#model/engine-error.ts';
import type { EngineErrorReason } from '#check/rules/outcome/run-facts.ts';
import type { Exit } from '#check/needs/processes.ts';
import { aReport, aRun, argv, cwd, judged } from './samples.ts';

type Cut = Exclude<Exit['kind'], 'exited'>;
type Row<Kind extends Cut> = readonly [
  Extract<Exit, { kind: Kind }>,
  EngineErrorReason,
  part: string,
];

const cuts: { readonly [Kind in Cut]: readonly Row<Kind>[] } = {
  'spawn-failed': [
    [
      { kind: 'spawn-failed', code: 'ENOENT', message: 'Cannot start "ruff": no such program.' },
      'TOOL_NOT_FOUND',
      'Cannot start "ruff": no such program.',
    ],
    [
      { kind: 'spawn-failed', code: 'EACCES', message: 'Cannot start "ruff": not executable.' },
      'LAUNCH_FAILED',
      'not executable',
    ],
    [{ kind: 'spawn-failed', code: 'EAGAIN', message: '' }, 'LAUNCH_FAILED', 'EAGAIN'],
  ],
  signalled: [[{ kind: 'signalled', signal: 'SIGKILL' }, 'CRASHED', 'SIGKILL']],
  'timed-out': [
    [{ kind: 'timed-out', limit: 'wall', limitMs: 9000 }, 'TIMEOUT', 'not done after 9000 ms'],
    [{ kind: 'timed-out', limit: 'idle', limitMs: 800 }, 'TIMEOUT', 'wrote nothing for 800 ms'],
  ],
  overflowed: [
    [
      { kind: 'overflowed', stream: 'stdout', limitBytes: 512 },
      'OUTPUT_OVERFLOW',
      '512 bytes to stdout',
    ],
  ],
  overgrown: [[{ kind: 'overgrown', limitBytes: 512 }, 'CRASHED', 'more than 512 bytes']],
  aborted: [[{ kind: 'aborted' }, 'CRASHED', 'stopped from outside']],
};

const rows = Object.values(cuts)
  .flat()
  .map(([ending, reason, part]) => ({ ending, reason, part }));

describe('a process that did not exit by itself', () => {
  it.each(rows)('$ending: $reason', ({ ending, reason, part }) => {
    const judgement = judged(aRun({ ending, report: aReport({ findings: 4, verdict: 'passed' }) }));
    expect(judgement).toMatchObject({
      category: 'tool_failure',
      completeness: { kind: 'none' },
      rawExit: null,
      exit: null,
      findings: 4,
      error: { reason, exitCode: null },
    });
    expect(judgement.error?.message).toContain(part);
  });

  it.each(rows)('$ending is believed over any catalog', ({ ending, reason }) => {
    const catalog = {
      exitCodes: { success: [0, 1, -1] },
      report: 'never',
      rules: [{ code: '*', category: 'success', why: 'All is well.' }],
      probes: [
        { id: 'no', stream: 'stderr', pattern: 'no', effect: 'no-input', remedy: 'Nothing to do.' },
      ],
    } as const;
    const judgement = judged(aRun({ ending, texts: { stderr: 'no' } }), catalog);
    expect(judgement).toMatchObject({ category: 'tool_failure', error: { reason } });
  });

  it('names its signal in the outcome and in the error', () => {
    const judgement = judged(aRun({ ending: { kind: 'signalled', signal: 'SIGSEGV' } }));
    expect(judgement).toMatchObject({ signal: 'SIGSEGV', error: { signal: 'SIGSEGV' } });
  });

  it('gives an error with every field that is asked for', () => {
    const texts = { stderr: '\u{1B}[31mboom\u{1B}[0m' };
    const { error } = judged(aRun({ ending: { kind: 'aborted' }, texts }));
    expect(engineError.parse(error)).toEqual({
      engine: 'sample',
      mode: 'target',
      reason: 'CRASHED',
      message: expect.stringContaining('stopped from outside'),
      exitCode: null,
      signal: null,
      argv,
      cwd,
      stderrExcerpt: 'boom',
    });
  });
});
