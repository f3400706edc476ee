import { compareText } from '#base/order.ts';
import type { JudgingClass } from '#model/judging.ts';
import { changedConfigurations, type FileTurn } from '../configuration/changed-configuration.ts';
import { readCargoManifest, readGoModule } from './compiled-manifests.ts';
import { findExecutor } from './executing-files.ts';
import { readLocks } from './locks.ts';
import {
  fileName,
  type JudgingFacts,
  type JudgingReader,
  type JudgingRemark,
  turnWord,
} from './judged-turn.ts';
import {
  readExecuted,
  readIgnoreList,
  readOwnSettings,
  readSetUps,
  readShadowing,
} from './named-files.ts';
import { readNodeManifest } from './node-manifest.ts';
import { readPatches } from './patches.ts';
import { readPytestHooks, readPytestPlugins } from './pytest-loads.ts';
import { readPyproject } from './pyproject.ts';
import { readRequirements, readSetupConfig } from './requirement-lines.ts';
import { readToxIni } from './tox.ts';
import { allRunning, preferRunning } from './who-is-milder.ts';

/** Which reader looks at which file: the table of all by which it is decided how code is judged. */
const readers: readonly (readonly [RegExp, JudgingReader])[] = [
  [/(?:^|\/)package\.json$/, readNodeManifest],
  [/(?:^|\/)pyproject\.toml$/, readPyproject],
  [/(?:^|\/)setup\.cfg$/, readSetupConfig],
  [/(?:^|\/)tox\.ini$/, readToxIni],
  [
    /(?:requirements|constraints)[\w.-]*\.(?:txt|in)$|(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/,
    readRequirements,
  ],
  [/(?:^|\/)Cargo\.toml$/, readCargoManifest],
  [/(?:^|\/)go\.(?:mod|work)$/, readGoModule],
  [/./, readLocks],
  [/\.patch$/, readPatches],
  [/./, readExecuted],
  [/\.py$/, readPytestHooks],
  [/(?:^|\/)(?:\.?pytest\.(?:ini|toml)|tox\.ini|setup\.cfg|pyproject\.toml)$/, readPytestPlugins],
  [/./, readSetUps],
  [/./, readShadowing],
  [/(?:^|\/)\.(?:git)?ignore$/, readIgnoreList],
  [/./, readOwnSettings],
];

/** A file with what it changes of how the code is judged. */
export interface JudgingFile {
  readonly path: string;
  readonly remarks: readonly JudgingRemark[];
}

/** Each changed file by which it is decided how the code is judged, with what it changes of that. */
export function findJudgingChanges(
  turns: readonly FileTurn[],
  facts: JudgingFacts,
): readonly JudgingFile[] {
  return turns
    .map((turn) => {
      const told = readers
        .filter(([looksAt]) => looksAt.test(turn.path))
        .flatMap(([, read]) => read(turn, facts));
      return {
        path: turn.path,
        remarks: joinRemarks([...told, ...readConfiguration(turn, facts)]),
      };
    })
    .filter(({ remarks }) => remarks.length > 0)
    .toSorted((one, other) => compareText(one.path, other.path));
}

/** What configures engines only by what it has installed, of which other readers tell. */
const readOtherwise =
  /(?:^|\/)(?:go\.(?:mod|sum|work)|Cargo\.(?:toml|lock)|rust-toolchain\.toml|\.pre-commit-config\.yaml)$/;

/** A configuration of engines, also one that only another one names; each engine is asked for itself. */
function readConfiguration(turn: FileTurn, facts: JudgingFacts): readonly JudgingRemark[] {
  const { path } = turn;
  if (readOtherwise.test(path)) return [];
  const running = new Set(facts.engines.filter(({ isRunning }) => isRunning).map(({ id }) => id));
  const config = { parse: facts.parse, running, named: facts.named };
  if (!changedConfigurations([turn], facts.engines, config).has(path)) return [];
  const ofName = { ...config, named: new Set<string>() };
  const concerned = facts.engines.filter((engine) =>
    changedConfigurations([turn], [engine], ofName).get(path)?.includes(engine),
  );
  if (concerned.length === 0) {
    const sentence = facts.named.has(path)
      ? 'A configuration extends or loads it, or a setting names it, and it says something else.'
      : 'It configures a tool that judges.';
    return [{ class: 'configuration', sentence, milder: allRunning(facts.engines) }];
  }
  const milder = preferRunning(concerned);
  const became = { new: 'is new', changed: 'says something else', removed: 'is gone' };
  const sentence = `The configuration of ${milder.join(', ')} ${became[turnWord(turn)]}.`;
  return [{ class: 'configuration', sentence, milder }];
}

/** What several readers say of one file, once for each class. */
function joinRemarks(remarks: readonly JudgingRemark[]): readonly JudgingRemark[] {
  const byClass = Map.groupBy(remarks, (one): JudgingClass => one.class);
  return [...byClass.values()].map((all) => ({
    class: all[0]?.class ?? 'configuration',
    sentence: [...new Set(all.map(({ sentence }) => sentence))].join(' '),
    milder: [...new Set(all.flatMap(({ milder }) => milder))].toSorted(compareText),
  }));
}

/** Whether the name of a file alone tells that it may have to be read on both sides. */
export function mayJudge(
  path: string,
  { named, setUps, engines }: Pick<JudgingFacts, 'engines' | 'named' | 'setUps'>,
): boolean {
  const name = fileName(path);
  return (
    named.has(path) ||
    setUps.has(path) ||
    findExecutor(path) !== undefined ||
    /(?:^|\/)(?:node_modules|(?:site|dist)-packages|\.?venv|\.ratchetr|[^/]+\.(?:dist|egg)-info)\//i.test(
      path,
    ) ||
    /\.(?:py|toml|lock|json|ya?ml|ini|cfg|txt|in|mod|work|sum)$|ignore$|rc(?:\.\w+)?$|\.config\.\w+$|setup|^\./i.test(
      name,
    ) ||
    engines.some(({ configNames }) => configNames.includes(name))
  );
}
