import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '#base/json.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import { compareText } from '#base/order.ts';
import type { EvidenceKeeper } from '#check/needs/evidence.ts';
import { nameEvidence } from '#check/rules/outcome/evidence.ts';
import { artifactName } from '#model/artifact.ts';
import { checkReport, type CheckReport } from '#model/check-report.ts';
import type { RunId } from '#model/ids.ts';
import type { Hash } from '#model/needs/hash.ts';
import { defaultLimits, ignoreSystem, pruneFolder, writeWhole } from './cache-folder.ts';

/** The last checks of one repository that were started by hand. Losing one fails nothing. */
export interface KeptChecks {
  readonly evidence: EvidenceKeeper;
  keep(report: CheckReport): Promise<void>;
  /** The report of a check; undefined: it is not kept. */
  load(run: RunId): Promise<CheckReport | undefined>;
  loadLast(): Promise<CheckReport | undefined>;
  /** A text that a tool wrote; undefined: none is kept under this name. */
  read(name: string): Promise<string | undefined>;
  /** The names of all that is kept beside this one. */
  listBeside(name: string): Promise<readonly string[]>;
}

export interface KeptChecksOptions {
  /** Absolute: the folder of all repositories. */
  readonly folder: string;
  /** Absolute. */
  readonly repository: string;
  readonly hash: Hash;
  readonly clock: TimeSource;
}

/** A report of more findings than this is quicker to make again than to write down each time. */
const mostFindings = 20_000;

/** Outside of every checkout, for a check writes nothing there. Equal texts of several checks are kept once. */
export function createKeptChecks({
  folder,
  repository,
  hash,
  clock,
}: KeptChecksOptions): KeptChecks {
  const own = join(folder, hash.hex(repository).slice(0, 32));
  const reports = join(own, 'reports');
  const pathOf = (name: string): string | undefined => {
    const { data } = artifactName.safeParse(name);
    return data?.startsWith('engines/') === true ? join(own, data) : undefined;
  };
  return {
    evidence: {
      has: (name) => touchFile(pathOf(name), clock.now()),
      keep: async (owner, written) => {
        const all = nameEvidence(hash.hex, owner, written);
        for (const { name, text } of all) {
          await writeWhole(join(own, name), text, clock.now()).catch(ignoreSystem);
        }
        return all[0].name;
      },
    },
    keep: async (report) => {
      const { run } = report;
      const found = report.engines.reduce((sum, { findings }) => sum + findings.length, 0);
      if (run === undefined || found > mostFindings) return;
      const path = join(reports, `${run}.json`);
      await writeWhole(path, JSON.stringify(report), clock.now()).catch(ignoreSystem);
      await pruneFolder(own, clock.now(), defaultLimits).catch(ignoreSystem);
    },
    load: (run) => loadReport(join(reports, `${run}.json`)),
    loadLast: async () => {
      const path = await findNewest(reports);
      return path === undefined ? undefined : loadReport(path);
    },
    read: async (name) => {
      const path = pathOf(name);
      return path === undefined ? undefined : readFile(path, 'utf8').catch(() => undefined);
    },
    listBeside: async (name) => {
      const path = pathOf(name);
      if (path === undefined) return [];
      const names = await readdir(join(path, '..')).catch(() => []);
      const place = name.slice(0, name.lastIndexOf('/'));
      return names.toSorted(compareText).map((one) => `${place}/${one}`);
    },
  };
}

/** What is referred to again is used, and stays. */
async function touchFile(path: string | undefined, now: number): Promise<boolean> {
  if (path === undefined) return false;
  const touching = utimes(path, now / 1000, now / 1000);
  return touching.then(
    () => true,
    () => false,
  );
}

async function loadReport(path: string): Promise<CheckReport | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return checkReport.safeParse(parseJson(text)).data;
}

async function findNewest(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  const reports = names.filter((name) => name.endsWith('.json'));
  const all = await Promise.all(
    reports.map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return { path, at: found?.mtimeMs ?? 0 };
    }),
  );
  return all.toSorted((one, other) => other.at - one.at)[0]?.path;
}
