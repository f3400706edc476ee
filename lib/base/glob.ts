import { foldPath, mayBeShortName } from './fold-path.ts';

export type PathTest = (path: string) => boolean;

/** Whether a path is one of these, where other file systems may not tell two names apart. */
export function inAnyForm(globs: readonly string[]): PathTest {
  const wanted = expanded(globs).map((glob) => foldPath(glob).split('/'));
  return (path) => {
    const parts = foldPath(path).split('/');
    return wanted.some((glob) => matchParts(parts, glob, equalInAnyForm));
  };
}

/** Whether a path is one of these exactly. */
export function inExactForm(globs: readonly string[]): PathTest {
  const wanted = expanded(globs).map((glob) => glob.split('/'));
  return (path) => {
    const parts = path.split('/');
    return wanted.some((glob) => matchParts(parts, glob, equalExactly));
  };
}

/** Whether a path is a folder that one of these surely lies in: it may be replaced by something that is no folder. */
export function isFolderOf(globs: readonly string[]): PathTest {
  const heads = expanded(globs).map((glob) => foldPath(plainHead(glob)));
  return (path) => {
    const above = `${foldPath(path)}/`;
    return heads.some((head) => head.startsWith(above));
  };
}

type SamePart = (part: string, wanted: string) => boolean;

const maxAlternatives = 1000;

function expanded(globs: readonly string[]): readonly string[] {
  const all = globs.flatMap((glob) => alternatives(glob));
  return all.map((glob) => {
    if (glob === '.') return '**';
    return glob.endsWith('/') ? `${glob}**` : glob;
  });
}

/** One pattern for each choice of `{a,b}`; braces that do not close are letters. */
function alternatives(glob: string): readonly string[] {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const choice = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (choice === null) done.push(next);
    else {
      const [whole, inner = ''] = choice;
      const [head, tail] = [next.slice(0, choice.index), next.slice(choice.index + whole.length)];
      open.push(...inner.split(',').map((one) => `${head}${one}${tail}`));
    }
    if (open.length + done.length > maxAlternatives) {
      throw new Error(`The pattern ${glob} has too many alternatives; write fewer in braces.`);
    }
  }
  return done;
}

function plainHead(glob: string): string {
  const parts = glob.split('/');
  const end = parts.findIndex((part) => /[*?]/.test(part));
  return `${(end === -1 ? parts.slice(0, -1) : parts.slice(0, end)).join('/')}/`;
}

// The positions in `wanted` that can be reached by what was read so far: no path makes it try again.
function matchParts(parts: readonly string[], wanted: readonly string[], same: SamePart): boolean {
  let positions = reachPositions(new Set([0]), wanted);
  for (const part of parts) {
    const next = new Set<number>();
    for (const position of positions) {
      const want = wanted[position];
      if (want === undefined) continue;
      if (want === '**') next.add(position);
      else if (same(part, want)) next.add(position + 1);
    }
    positions = reachPositions(next, wanted);
  }
  return positions.has(wanted.length);
}

function reachPositions(
  positions: ReadonlySet<number>,
  wanted: readonly string[],
): ReadonlySet<number> {
  const all = new Set(positions);
  for (const position of all) if (wanted[position] === '**') all.add(position + 1);
  return all;
}

function equalInAnyForm(part: string, wanted: string): boolean {
  if (equalExactly(part, wanted)) return true;
  const [literal = ''] = wanted.split(/[*?]/);
  return literal !== '' && mayBeShortName(part, literal);
}

/** Goes back to the last star only, which is right whenever any is. */
function equalExactly(part: string, wanted: string): boolean {
  let [at, position, star, resume] = [0, 0, -1, 0];
  while (at < part.length) {
    const want = wanted[position];
    if (want === '*') {
      [star, resume] = [position, at];
      position += 1;
    } else if (want !== undefined && (want === '?' || want === part[at])) {
      at += 1;
      position += 1;
    } else if (star === -1) return false;
    else {
      resume += 1;
      [at, position] = [resume, star + 1];
    }
  }
  while (wanted[position] === '*') position += 1;
  return position === wanted.length;
}
