import { type TestContext, TestRunner } from 'vitest';
import { outOfReach } from './skips-reporter.ts';

/**
 * Skips the running test where what it needs cannot be fetched, and the summary says so; in CI the test fails.
 * Everything else that goes wrong is thrown. Of tests that run side by side each has to say which it is.
 */
export async function orSkip<Fetched>(
  fetching: Promise<Fetched>,
  given?: Pick<TestContext, 'skip'>,
  note = outOfReach,
): Promise<Fetched> {
  try {
    return await fetching;
  } catch (error) {
    if (!isOutOfReach(error) || process.env['CI']) throw error;
    const running = given ?? TestRunner.getCurrentTest()?.context;
    running?.skip(`${note}: ${String(error)}`);
    throw error;
  }
}

/** Whether pip says, somewhere in the chain of causes, that no index told it of any version, or npm that none answered. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const said = 'stderr' in error ? String(error.stderr) : '';
  return (
    /\(from versions: none\)|connection broken by|npm error code (?:E(?:AI_AGAIN|CONNREFUSED|CONNRESET|NETUNREACH|NOTFOUND|TIMEDOUT)|ENOTCACHED|ERR_SOCKET_TIMEOUT)/.test(
      said,
    ) || isOutOfReach(error.cause)
  );
}
