import {
  type FileTurn,
  changedConfigurations,
  type ConfigFacts,
  type FileSide,
} from '#check/rules/configuration/changed-configuration.ts';
import { type DiffEntry, isFileAfterwards } from './diff.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules, EngineRules } from './rules.ts';

/** The rules by which an agent is judged are not the agent's to change. */
export function judgeConfiguration(
  diff: readonly DiffEntry[],
  { engines, request, configuration }: DiffRules,
): readonly Rejection[] {
  if (request.permits.includes('configuration')) return [];
  return changedConfigPaths(diff, engines, configuration).map((path) =>
    rejectPath(
      'CONFIG_CHANGED',
      path,
      (shown) =>
        `${shown} says how the code is judged, and only a person may change that; leave it as it was and repair the cause, or end with the status "blocked" if nothing else helps.`,
    ),
  );
}

/** The files that say something else, or for the first time, of how an engine judges. */
export function changedConfigPaths(
  diff: readonly DiffEntry[],
  engines: readonly EngineRules[],
  facts: ConfigFacts,
): readonly string[] {
  return [...changedConfigurations(diff.flatMap(sidesByPath), engines, facts).keys()];
}

const absent: FileSide = { isThere: false, text: undefined };

/** What became of each path: a file that was moved is gone from one and new at the other. */
function sidesByPath(entry: DiffEntry): readonly FileTurn[] {
  const { path, oldPath = path, oldText, newText, oldMode, newMode } = entry;
  const before = { isThere: oldMode !== null, text: oldMode === '120000' ? undefined : oldText };
  const after = { isThere: newMode !== null, text: isFileAfterwards(entry) ? newText : undefined };
  if (oldPath === path) return [{ path, before, after }];
  return [
    { path: oldPath, before, after: absent },
    { path, before: absent, after },
  ];
}
