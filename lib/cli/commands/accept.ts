import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workFiles } from '#platform/files/work-files.ts';
import type { Finding } from '#model/finding.ts';
import { canonicalScope } from '#check/rules/scope/canonical-paths.ts';
import { liesIn } from '#check/rules/scope/filter-findings.ts';
import { acceptFindings } from '#check/accept-findings.ts';
import { trustBaselines } from '#check/trust-baselines.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { collectTarget } from '../check/collect-target.ts';
import { single } from '../check/option-values.ts';
import { addEngineOptions, type EngineOptions } from '../check/options.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';
import { locateRepository } from '../locate-repository.ts';
import { refuseCommand } from '../refusal.ts';

interface Options extends EngineOptions {
  readonly reason: string;
  readonly rule: readonly string[];
  readonly base?: string;
}

/** `ratchetr accept`: the only way for a baseline to grow, and never without a reason. */
export const register: RegisterCommand = (program, context) => {
  addEngineOptions(program.command('accept'))
    .argument('[paths...]', 'only findings below these paths; default: all new ones')
    .description('add new findings to the baseline, with a reason')
    .requiredOption('--reason <text>', 'why these findings are tolerated')
    .addOption(
      single('--base <ref>', 'new is what the merge base of this ref does not have; default: HEAD'),
    )
    .option(
      '--rule <name>',
      'only findings of this rule; may be repeated',
      (name: string, earlier: readonly string[]) => [...earlier, name],
      [],
    )
    .action((paths: readonly string[], options: Options) =>
      acceptNewFindings(context, paths, options),
    );
};

async function acceptNewFindings(
  context: CliContext,
  paths: readonly string[],
  options: Options,
): Promise<void> {
  const reason = options.reason.trim();
  if (reason === '') return refuseAccept(context, 'Say why with --reason');
  const { history } = openEngineHost({ ...context, output: context.stderr });
  const located = await locateRepository(context, history);
  if (located === undefined) return;
  const { repository, fromTop } = located;
  const scope = canonicalScope(paths.map(fromTop), { root: repository });
  if (scope.kind === 'outside') {
    return refuseAccept(
      context,
      `These paths are outside of this repository: ${scope.paths.join(', ')}`,
    );
  }
  const absent = scope.paths.filter((path) => !existsSync(join(repository, path)));
  if (absent.length > 0) {
    return refuseAccept(
      context,
      `No file or folder is at ${absent.join(', ')}. Name paths that exist`,
    );
  }
  const collected = await collectTarget(context, options);
  if (collected === undefined) return;
  const { deps, input, base, byEngine } = collected;
  const { baseline: settings } = input;
  const recorded = base.commit === null ? new Map() : await deps.recordedOf(base.commit);
  const known = { engines: [...byEngine.keys()], base, recorded };
  const trusted = await trustBaselines(deps, { repository, settings }, known);
  const wanted = createFindingFilter(scope.paths, options.rule);
  for (const [engine, runs] of byEngine) {
    const of = trusted.get(engine);
    if (of === undefined) continue;
    const asked = { ...input, base, engine, folder: settings.path, trusted: of, reason, wanted };
    const accepted = await acceptFindings({ ...deps, files: workFiles }, asked, runs);
    if (accepted.kind === 'refused') {
      context.stdout.write(`${engine}: nothing accepted: ${accepted.sentence}\n`);
      context.exitWith(EXIT.toolFailure);
    } else context.stdout.write(formatAccepted(engine, accepted.value));
  }
}

function refuseAccept(context: CliContext, reason: string): void {
  refuseCommand(context, `No finding was accepted. ${reason}.`);
}

function createFindingFilter(
  paths: readonly string[],
  rules: readonly string[],
): (finding: Finding) => boolean {
  return ({ filePath, symbol, kind }) =>
    (paths.length === 0 || (filePath !== undefined && liesIn(paths, filePath))) &&
    (rules.length === 0 || rules.includes(symbol ?? kind));
}

function formatAccepted(engine: string, findings: readonly Finding[]): string {
  const lines = findings.map(({ filePath, line, message }) => {
    const place = [filePath ?? '-', line].filter((part) => part !== undefined).join(':');
    return `    ${place}: ${message}\n`;
  });
  return `${engine}: ${findings.length} accepted\n${lines.join('')}`;
}
