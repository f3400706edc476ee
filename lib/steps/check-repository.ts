import { fingerprints } from '#domain/findings/fingerprint.ts';
import { identify } from '#domain/findings/identity.ts';
import { repositoryPath } from '#domain/findings/place.ts';
import type { EngineOutcome } from '#domain/model/engine-outcome.ts';
import { type Finding, finding } from '#domain/model/finding.ts';
import type { RunId } from '#domain/model/ids.ts';
import { derivedOutcome } from '#domain/outcome/derived-outcome.ts';
import { filterFindings } from '#domain/scope/filter-findings.ts';
import type { Scheduled } from '#domain/scope/schedule.ts';
import type { RawFinding } from '#engines/contract.ts';
import type { Hash } from '#ports/hash.ts';
import type { Ids } from '#ports/ids.ts';
import type { Repository } from '#ports/repository.ts';
import {
  type EngineRun,
  runEngines,
  type RunEnginesDeps,
  type RunEnginesInput,
} from './run-engines.ts';

export interface CheckDeps extends RunEnginesDeps {
  readonly ids: Pick<Ids, 'runId'>;
  readonly hash: Hash;
  readonly sources: Pick<Repository, 'readText'>;
}

export interface CheckedEngine {
  readonly outcome: EngineOutcome;
  /** It judged, but not as it was told to. */
  readonly degraded: boolean;
  readonly findings: readonly Finding[];
}

/** Longer files are generated; their findings are told apart by message alone. */
const longestSource = 4 * 1024 * 1024;

/** Runs what is scheduled and answers for everything that was asked for, run or derived. */
export async function checkRepository(
  deps: CheckDeps,
  input: RunEnginesInput,
): Promise<readonly CheckedEngine[]> {
  const runs = await runEngines(deps, input);
  const runId = deps.ids.runId();
  const executed = new Map<Scheduled, CheckedEngine>();
  for (const run of runs) {
    const findings = await nameFindings(deps, { run, runId, repository: input.repository });
    const { outcome, degraded } = run;
    executed.set(run.scheduled, { outcome, degraded, findings });
  }
  return (
    input.schedule.entries
      // Equal plans are one run, and that is the target's.
      .filter(({ requested, how }) => requested && how !== 'same-as-target')
      .flatMap((entry) => answer(entry, executed))
  );
}

/** What comes from a target is a part of it, with everything that is said of it. */
function answer(
  entry: Scheduled,
  executed: ReadonlyMap<Scheduled, CheckedEngine>,
): readonly CheckedEngine[] {
  const own = executed.get(entry);
  if (own !== undefined) return [own];
  const target = [...executed].find(
    ([{ engine, mode, plan }]) =>
      engine === entry.engine && mode === 'target' && plan.root === entry.plan.root,
  );
  if (target === undefined) return [];
  const [, { outcome, degraded, findings }] = target;
  const kept = filterFindings(findings, entry.plan);
  const derived = derivedOutcome(outcome, entry.plan, kept.length);
  return [{ outcome: derived, degraded, findings: kept }];
}

interface Named {
  readonly run: EngineRun;
  readonly runId: RunId;
  readonly repository: string;
}

/** Gives every finding its place in the repository and a name that survives when its line moves. */
async function nameFindings(deps: CheckDeps, named: Named): Promise<readonly Finding[]> {
  const { run, runId, repository } = named;
  const located = run.findings.map((raw) => ({
    raw,
    path: raw.path === null ? null : repositoryPath(raw.path, { repository, cwd: run.cwd }),
  }));
  const lines = await readSources(deps, repository, located);
  const hash = (text: string): string => deps.hash.sha256(text);
  const identifiable = located.map(({ raw, path }) => identifiableOf(run, raw, path));
  const identified = identify({ hash }, identifiable, (path) => lines.get(path));
  const names = fingerprints({ hash }, identified);
  return identifiable.map((fields, index) =>
    finding.parse({
      ...fields,
      id: `f${index + 1}`,
      runId,
      severity: located[index]?.raw.severity,
      fingerprint: names[index],
      createdAt: deps.clock.now(),
    }),
  );
}

function identifiableOf(run: EngineRun, raw: RawFinding, path: string | null) {
  return {
    tool: run.scheduled.engine,
    kind: raw.kind,
    message: raw.message,
    ...(path !== null && { filePath: path }),
    ...(raw.line !== null && { line: raw.line }),
    ...(raw.column !== null && { column: raw.column }),
    ...(raw.rule !== null && { symbol: raw.rule }),
    ...(raw.testId !== undefined && { testId: raw.testId }),
    ...(raw.fixable !== undefined && { meta: { fixable: raw.fixable } }),
  };
}

async function readSources(
  { sources }: CheckDeps,
  repository: string,
  located: readonly { readonly path: string | null }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = new Map<string, readonly string[]>();
  for (const path of new Set(located.map((one) => one.path))) {
    if (path === null) continue;
    const text = await sources.readText(`${repository}/${path}`, longestSource);
    if (text !== undefined) lines.set(path, text.split(/\r\n|\n|\r/));
  }
  return lines;
}
