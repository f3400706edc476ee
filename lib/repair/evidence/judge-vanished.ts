import { longestSource } from '#check/name-findings.ts';
import { pythonLines } from '#check/rules/sources/python-text.ts';
import type { Sha } from '#model/ids.ts';
import { settingsFile, stateFolder } from '#model/own-files.ts';
import { allFindings } from '../rules/session/findings-snapshot.ts';
import { isFindingOfTask } from '../rules/session/own-findings.ts';
import { permitsOf } from '../rules/tasks/task-policy.ts';
import { judgeDummyUse } from '../rules/verdict/dummy-use.ts';
import { type GoneCode, listGoneCode, rejectGone } from '../rules/verdict/gone-code.ts';
import { type Rejection, shownText } from '../rules/verdict/rejection.ts';
import type { SnapshotServices } from '../session/collect-snapshot.ts';
import type { ChangeToProbe } from './gather-evidence.ts';

/** Findings that vanish with code that is still needed, or by a line that does nothing, are not repaired. */
export async function judgeVanished(
  deps: Pick<SnapshotServices, 'sources' | 'trees'>,
  folder: string,
  { task, diff, snapshot, after }: ChangeToProbe,
): Promise<readonly Rejection[]> {
  if (permitsOf(task.taskType).includes('suppressions')) return [];
  const known = allFindings(snapshot).filter((one) => isFindingOfTask(task, one));
  const findings = known.map(({ finding }) => finding);
  const gone = listGoneCode(diff, findings);
  const dummies = judgeDummyUse(diff, findings);
  return gone.length === 0
    ? dummies
    : [...dummies, ...(await findUsers(deps, { folder, gone, tree: after }))];
}

interface GoneFromTree {
  readonly folder: string;
  readonly gone: readonly GoneCode[];
  readonly tree: Sha;
}

async function findUsers(
  deps: Pick<SnapshotServices, 'sources' | 'trees'>,
  { folder, gone, tree }: GoneFromTree,
): Promise<readonly Rejection[]> {
  const { paths } = await deps.trees.list(tree);
  const users = new Map(gone.flatMap((one) => (one.neededBy ? [[one, one.neededBy]] : [])));
  for (const path of paths.filter((one) => mayUse.test(one) && !isOwn(one))) {
    const text = (await deps.sources.readText(`${folder}/${path}`, longestSource)) ?? '';
    if (!isCode.test(path)) {
      const named = gone.filter(({ mentions }) => mentions.some((word) => text.includes(word)));
      for (const one of named) users.set(one, path);
      continue;
    }
    const open = gone.filter((one) => !users.has(one) && isSameLanguage(one.path, path));
    if (!open.some(({ name }) => mayName(text, name))) continue;
    const lines = path.endsWith('.py') ? pythonLines(text).map(({ code }) => code) : [text];
    for (const one of open) {
      if (one.isUsedIn(lines, path)) users.set(one, path);
    }
  }
  return gone.flatMap((one) => {
    const user = users.get(one);
    return user === undefined ? [] : [rejectGone(one, shownText(user))];
  });
}

/** What starts code names it, too: settings, recipes, pages. */
const mayUse =
  /\.(?:py|[cm]?[jt]sx?|vue|svelte|toml|cfg|ini|json|ya?ml|html|sh|txt)$|(?:^|\/)(?:\w*[Mm]akefile|Dockerfile[^/]*)$/;

/** Our own settings name files, and need none. */
function isOwn(path: string): boolean {
  return path === settingsFile || path.startsWith(`${stateFolder}/`);
}

const isCode = /\.(?:py|[cm]?[jt]sx?|vue|svelte)$/;

function isSameLanguage(path: string, other: string): boolean {
  return path.endsWith('.py') === other.endsWith('.py');
}

/** Most files do not, and to read their lines takes long. */
function mayName(text: string, name: string): boolean {
  const [, word = name] = /(\w+)(?:\/(?:__init__|index))?(?:\.\w+)?$/.exec(name) ?? [];
  return /^__\w+__$/.test(word) || text.includes(word);
}
