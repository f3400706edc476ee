import type { CheckReport } from '#model/check-report.ts';
import { checkAsStranger } from './check-as-stranger.ts';
import { countBare } from './count-bare.ts';
import { fetchSource } from './fetch-source.ts';
import type { CorpusRow } from './row.ts';
import { orThrow, runLine } from './run-line.ts';

/** What one tool says of a project, run as the project runs it and by a check. */
interface Compared {
  readonly engine: string;
  /** How many findings; a word where it did not run, failed, or did not judge all. */
  readonly bare: number | string;
  readonly ratchetr: number | string;
}

export interface Judged {
  readonly engines: readonly Compared[];
  readonly exits: { readonly bare: number; readonly ratchetr: number };
  /** What people are told; of use where something is not equal. */
  readonly said: string;
}

const failed = 'failed';

/** Fetches a project and installs its environment as its own instructions say. */
export async function prepareRepository(row: CorpusRow, folder: string): Promise<void> {
  await fetchSource(row, folder);
  for (const line of row.setup) orThrow(line, await runLine(folder, line));
}

/** Runs the tools as the project runs them, and a check with nothing configured. */
export async function judgeRepository(row: CorpusRow, folder: string): Promise<Judged> {
  const bare = new Map<string, number | string>();
  const codes: number[] = [];
  for (const [engine, line] of Object.entries(row.bare)) {
    const ended = await runLine(folder, line);
    codes.push(ended.code);
    const count = countBare(engine, ended);
    bare.set(engine, count === 0 && ended.code !== 0 ? failed : count);
  }
  const { report, said } = await checkAsStranger(folder);
  const found = countFindings(report);
  const names = [...new Set([...bare.keys(), ...found.keys()])].toSorted();
  return {
    engines: names.map((engine) => ({
      engine,
      bare: bare.get(engine) ?? 'not run',
      ratchetr: found.get(engine) ?? 'not run',
    })),
    exits: { bare: exitFor([...bare.values()], codes), ratchetr: report.exit },
    said,
  };
}

/** What a check is to end with, where these are all the tools that it runs. */
function exitFor(counts: readonly (number | string)[], codes: readonly number[]): number {
  if (counts.includes(failed)) return 3;
  return codes.every((code) => code === 0) ? 0 : 1;
}

/** By engine, over all the folders in which it ran; a word where one of these runs is not to be trusted in full. */
function countFindings({ engines }: CheckReport): ReadonlyMap<string, number | string> {
  const counts = new Map<string, number | string>();
  for (const { outcome, findings } of engines) {
    const { engine } = outcome.plan;
    const before = counts.get(engine) ?? 0;
    const { category, completeness } = outcome;
    if (!['success', 'diagnostic'].includes(category)) counts.set(engine, failed);
    else if (completeness.kind !== 'complete') counts.set(engine, completeness.kind);
    else if (typeof before === 'number') counts.set(engine, before + findings.length);
  }
  return counts;
}
