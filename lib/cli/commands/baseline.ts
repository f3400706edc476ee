import { workFiles } from '#platform/files/work-files.ts';
import type { BaselineSnapshot } from '#model/baseline.ts';
import type { Sha } from '#model/ids.ts';
import type { Outcome } from '#base/outcome.ts';
import { counted } from '#base/words.ts';
import { recordEngine } from '#check/record-base.ts';
import { rewriteBaseline, type RewrittenBaseline } from '#check/rewrite-baseline.ts';
import { type CollectedTarget, collectTarget } from '../check/collect-target.ts';
import { thisRepository, withRecords } from '#local/records.ts';
import { addEngineOptions, type EngineOptions } from '../check/options.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { stateFolder } from '#model/own-files.ts';
import { EXIT } from '#local/exit-codes.ts';
import { refuseCommand } from '../refusal.ts';
import { prepareStateFolder } from '#local/state-folder.ts';

interface Options extends EngineOptions {
  readonly record?: true;
}

/** `ratchetr baseline`: creates the files of tolerated findings, or removes repaired ones from them. */
export const register: RegisterCommand = (program, context) => {
  addEngineOptions(program.command('baseline'))
    .description('create the baseline of each engine, or remove repaired findings from it')
    .option(
      '--record',
      'record the findings of this commit in the state file; no baseline file is changed',
    )
    .action(async (options: Options) => {
      // A record is one of this very commit, whatever other commands compare with.
      const wanted = options.record ? { ...options, base: 'HEAD' } : options;
      const collected = await collectTarget(context, wanted);
      if (collected === undefined) return;
      await (options.record ? recordAll(context, collected) : rewriteAll(context, collected));
      if (context.signal.aborted) context.exitWith(EXIT.interrupted);
      else if (collected.prepared.schedule.problems.length > 0) context.exitWith(EXIT.usage);
    });
};

async function rewriteAll(context: CliContext, collected: CollectedTarget): Promise<void> {
  const { deps, input, base, byEngine } = collected;
  const folder = input.baseline.path;
  for (const [engine, runs] of byEngine) {
    const rewrite = { ...input, base, engine, folder };
    const rewritten = await rewriteBaseline({ ...deps, files: workFiles }, rewrite, runs);
    context.stdout.write(describeRewritten(engine, rewritten));
    if (rewritten.kind === 'refused') context.exitWith(EXIT.toolFailure);
  }
}

function describeRewritten(engine: string, rewritten: Outcome<RewrittenBaseline>): string {
  if (rewritten.kind === 'refused') return `${engine}: left unchanged: ${rewritten.sentence}\n`;
  const { entries } = rewritten.value;
  if (rewritten.value.kind === 'made') {
    const verb = entries === 1 ? 'is' : 'are';
    return `${engine}: created, ${counted(entries, 'finding')} ${verb} tolerated\n`;
  }
  const { changes, held } = rewritten.value;
  const count = (...kinds: readonly string[]): number =>
    changes.filter(({ kind }) => kinds.includes(kind)).length;
  const gone = count('fixed', 'deleted');
  const carried = count('edited', 'moved', 'renamed');
  const reason = held === undefined ? '' : `    ${held}\n`;
  return `${engine}: ${gone} removed, ${carried} carried along, ${entries} left\n${reason}`;
}

async function recordAll(context: CliContext, collected: CollectedTarget): Promise<void> {
  const { commit, because, changes } = collected.base;
  const differs = [...changes.changed, ...changes.deleted].find(isOutsideState);
  if (commit === null || differs !== undefined) {
    const why = because ?? `the work tree differs from HEAD in ${differs}; commit or undo that`;
    return refuseCommand(context, `Nothing was recorded: ${why}.`);
  }
  // Engines that were stopped say nothing of the commit.
  if (context.signal.aborted) return;
  prepareStateFolder(collected.prepared.repository);
  for (const engine of collected.byEngine.keys()) {
    const snapshot = await recordOne(collected, commit, engine);
    context.stdout.write(`${engine}: ${describeRecorded(snapshot)}\n`);
    if (snapshot?.troubles !== undefined) context.exitWith(EXIT.toolFailure);
  }
}

function describeRecorded(snapshot: BaselineSnapshot | undefined): string {
  const { entries = [], troubles = [] } = snapshot ?? {};
  const said = `${counted(entries.length, 'finding')} recorded`;
  const [trouble] = troubles;
  return trouble === undefined ? said : `${said}, but the result is uncertain: ${trouble.message}`;
}

/** Files that Ratchetr keeps for itself change no result. */
function isOutsideState(path: string): boolean {
  return !path.startsWith(`${stateFolder}/`);
}

function recordOne(
  { deps, input, base, byEngine }: CollectedTarget,
  commit: Sha,
  engine: string,
): Promise<BaselineSnapshot | undefined> {
  const at = { repository: thisRepository, commit, runId: deps.ids.runId() };
  const wanted = { at, input: { ...input, base } };
  const runs = byEngine.get(engine) ?? [];
  return withRecords(deps.clock, input.repository, (records) =>
    recordEngine({ ...deps, ...records }, wanted, runs),
  );
}
