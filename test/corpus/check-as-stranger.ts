import { checkReport, type CheckReport } from '#model/check-report.ts';
import { runProduct } from './run-line.ts';

/** A check with nothing configured, of all that there is, and what it tells people. */
export async function checkAsStranger(
  folder: string,
): Promise<{ readonly report: CheckReport; readonly said: string }> {
  const args = ['check', '--no-cache', '--mode', 'target', '--format', 'json'];
  const { stdout, stderr, code } = await runProduct(folder, args);
  if (!stdout.startsWith('{')) throw new Error(`The check ended with ${String(code)}: ${stderr}`);
  return { report: checkReport.parse(JSON.parse(stdout)), said: stderr };
}
