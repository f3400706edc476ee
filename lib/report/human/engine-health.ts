import type { CheckedEngine, CheckReport } from '#model/check-report.ts';
import { oneLine } from '#base/plain-text.ts';
import { engineWords } from '../words.ts';

/** How each engine of a repository does, as its last check found; each in one line. */
export function describeHealth({ base, engines }: CheckReport): readonly string[] {
  if (engines.length === 0) return [];
  const { commit } = base;
  const against = commit === null ? '' : `, which compared with ${commit.slice(0, 7)}`;
  const lines = engines.map((one) => `  ${engineWords(one)}: ${oneLine(healthOf(one))}`);
  return [`In this repository, by its last check${against}:`, ...new Set(lines)];
}

function healthOf({ outcome, baseline, degraded, sameAtBase }: CheckedEngine): string {
  const { error, completeness, warnings } = outcome;
  if (sameAtBase !== undefined) return sameAtBase;
  if (error !== null) return `failed, ${error.reason}: ${error.message}`;
  if (degraded) return `does not judge as it is told to: ${warnings.join(' ')}`;
  if (completeness.kind !== 'complete') return `judged a part: ${completeness.reason}`;
  // What comes and goes at the base is named there.
  const noise = /Two runs on it differ.*$/s.exec(baseline.because);
  return noise === null ? 'healthy' : `healthy, but noisy. ${noise[0]}`;
}
