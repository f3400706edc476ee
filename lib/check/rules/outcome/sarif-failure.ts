import { excerptOutput } from '#base/excerpt.ts';
import type { ReportFailure } from './run-facts.ts';
import type { Notification, SarifRun } from './sarif-shape.ts';

/** What a tool says in its own report of a run that failed; nothing where it says that all went well. */
export function sarifFailure(runs: readonly SarifRun[]): ReportFailure | undefined {
  const invocations = runs.flatMap((run) => run.invocations ?? []);
  const configuration = listErrors(
    invocations.flatMap((one) => one.toolConfigurationNotifications ?? []),
  );
  const execution = listErrors(invocations.flatMap((one) => one.toolExecutionNotifications ?? []));
  const failed = invocations.find((one) => one.executionSuccessful === false);
  const said = failed?.exitCodeDescription ?? '';
  if (configuration.length > 0) return reportFailureOf('CONFIG_INVALID', configuration);
  if (execution.length > 0) return reportFailureOf('CRASHED', execution);
  return failed && reportFailureOf('CRASHED', [said === '' ? 'it gives no reason' : said]);
}

function listErrors(notifications: readonly Notification[]): readonly string[] {
  return notifications
    .filter(({ level }) => level === 'error')
    .map(({ message }) => message?.text ?? message?.markdown ?? 'an error without a message');
}

const longest = 300;

function reportFailureOf(
  reason: ReportFailure['reason'],
  [first = '', ...others]: readonly string[],
): ReportFailure {
  const line = excerptOutput(first).trim().split('\n', 1)[0] ?? '';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return { reason, message: `${line.slice(0, longest)}${more}` };
}
