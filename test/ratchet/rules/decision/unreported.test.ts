import { describe, expect, it } from 'vitest';
import {
  forgetReport,
  requestOwedReports,
  promiseReports,
} from '#ratchet/rules/decision/unreported.ts';
import { aWorkspaceState, runId } from '../../../support/samples.ts';

const [first, second] = [runId('run-1'), runId('run-2')];

describe('what people were promised to be shown', () => {
  it('is asked for again until it was shown', () => {
    const promised = promiseReports(aWorkspaceState(), [
      { kind: 'report', runId: first },
      { kind: 'report' },
      { kind: 'exit', runId: second },
    ]);
    expect(requestOwedReports(promised)).toEqual([{ kind: 'report', runId: first }]);
    expect(requestOwedReports(forgetReport(promised, second))).toHaveLength(1);
    expect(forgetReport(promised, first)).not.toHaveProperty('unreported');
  });

  it('is promised once, however often it is asked for', () => {
    const once = promiseReports(aWorkspaceState(), [{ kind: 'report', runId: first }]);
    const twice = promiseReports(once, requestOwedReports(once));
    expect(twice.unreported).toEqual([first]);
  });
});
