import { compareText } from '#base/order.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { counted, nameFirst } from '#base/words.ts';
import type { LockedPackage } from './installed-packages.ts';
import type { JudgingRemark, ReadingEngine } from './judged-turn.ts';
import { enginesOfPackage, enginesThatTakeIn, preferRunning } from './who-is-milder.ts';

interface Readers {
  readonly engines: readonly ReadingEngine[];
  readonly language: ReadingEngine['language'];
}

/** What another content of a lock file means: other versions are ordinary, another place to take them from is not. */
export function comparePackages(
  before: readonly LockedPackage[],
  after: readonly LockedPackage[],
  readers: Readers,
): readonly JudgingRemark[] {
  const [old, now] = [byName(before), byName(after)];
  const usual = new Set(before.map(({ from }) => from));
  const names = [...new Set([...old.keys(), ...now.keys()])].toSorted(compareText);
  const moved = names.flatMap((name) => {
    const told = describeMove(old.get(name) ?? [], now.get(name) ?? [], usual);
    const isOwn = told?.isOwn === true && enginesOfPackage(readers.engines, name).length === 0;
    return told === undefined || isOwn ? [] : [{ name, sentence: told.sentence }];
  });
  const apart = new Set(moved.map(({ name }) => name));
  const others = names.filter(
    (name) => !apart.has(name) && versionsOf(old.get(name)) !== versionsOf(now.get(name)),
  );
  return [
    ...(moved.length === 0
      ? []
      : [
          {
            class: 'tool' as const,
            sentence: joinFirst(moved.map(({ sentence }) => sentence)),
            milder: concerned(
              moved.map(({ name }) => name),
              readers,
            ),
          },
        ]),
    ...(others.length === 0 ? [] : [describeVersions(others, { old, now }, readers)]),
  ];
}

/** A remark on packages of which other versions are installed or asked for. */
export function describeOtherVersions(
  told: readonly { readonly name: string; readonly words: string }[],
  verb: 'Asks for' | 'Installs',
  readers: Readers,
): JudgingRemark {
  const isTool = (name: string) => enginesOfPackage(readers.engines, name).length > 0;
  const sorted = told.toSorted(
    (one, other) => Number(isTool(other.name)) - Number(isTool(one.name)),
  );
  const tools = told.filter(({ name }) => isTool(name));
  const rest = tools.length === 0 ? '; none of them is a tool that judges' : '';
  const words = nameFirst(
    sorted.map((one) => one.words),
    mostNamed,
  );
  return {
    class: 'lock-file',
    sentence: `${verb} ${counted(told.length, 'package')} in other versions: ${words}${rest}.`,
    milder: concerned(
      told.map(({ name }) => name),
      readers,
    ),
  };
}

/** Who judges by these packages: their tools, and all that take in what is installed. */
export function concerned(
  names: readonly string[],
  { engines, language }: Readers,
): readonly string[] {
  const own = names.flatMap((name) => preferRunning(enginesOfPackage(engines, name)));
  const running = enginesThatTakeIn(engines, language).filter(({ isRunning }) => isRunning);
  return [...new Set([...own, ...running.map(({ id }) => id)])].toSorted(compareText);
}

/** A name from a file, for a sentence. */
export function shownName(name: string): string {
  return shortened(oneLine(name), 100);
}

const mostNamed = 5;

function joinFirst(sentences: readonly string[]): string {
  const more = sentences.length - mostNamed;
  const first = sentences.slice(0, mostNamed).join(' ');
  return more > 0 ? `${first} And ${counted(more, 'more package')} likewise.` : first;
}

type Packages = ReadonlyMap<string, readonly LockedPackage[]>;

function byName(packages: readonly LockedPackage[]): Packages {
  return Map.groupBy(packages, ({ name }) => name);
}

function versionsOf(packages: readonly LockedPackage[] = []): string {
  return [...new Set(packages.map(({ version }) => version))].toSorted(compareText).join(', ');
}

interface Move {
  readonly sentence: string;
  /** It is a part of the repository and was not taken from elsewhere before. */
  readonly isOwn: boolean;
}

/** Whether a package comes from elsewhere now, or has another content under the same version. */
function describeMove(
  old: readonly LockedPackage[],
  now: readonly LockedPackage[],
  usual: ReadonlySet<string>,
): Move | undefined {
  const before = new Set(old.map(({ from }) => from));
  const foreign = now.find(({ from }) => !before.has(from) && !isUsual(from, { before, usual }));
  if (foreign !== undefined) {
    const { name, from } = foreign;
    const [was = ''] = before;
    const instead = old.length === 0 || was === '' ? '' : ` instead of ${shownName(was)}`;
    const sentence = `Takes ${shownName(name)} from ${shownName(from)}${instead}.`;
    return { sentence, isOwn: old.length === 0 && from.startsWith('link:') };
  }
  const other = now.find((one) => {
    const same = old.filter(({ version, from }) => version === one.version && from === one.from);
    return same.length > 0 && same.every((was) => areOthers(was.digests, one.digests));
  });
  if (other === undefined) return undefined;
  const what = `${shownName(other.name)} ${shownName(other.version)}`;
  return { sentence: `Has another content for ${what}, which is the same version.`, isOwn: false };
}

/** Of the same kind, and none of them the same: further files of a version come later, too. */
function areOthers(before: readonly string[], after: readonly string[]): boolean {
  const kinds = new Set(before.map(digestKind));
  const comparable = after.filter((digest) => kinds.has(digestKind(digest)));
  return comparable.length > 0 && comparable.every((digest) => !before.includes(digest));
}

function digestKind(digest: string): string {
  return /^\w+(?=[-:])/.exec(digest)?.[0] ?? `${digest.length}`;
}

interface Known {
  readonly before: ReadonlySet<string>;
  readonly usual: ReadonlySet<string>;
}

/** A new package from where others come from, or from where nothing is said, is ordinary. */
function isUsual(from: string, { before, usual }: Known): boolean {
  if (from === '') return true;
  if (before.size > 0) return before.has('') && usual.has(from) && isHost(from);
  return isHost(from) && (usual.has(from) || usual.size === 0);
}

/** A host, and neither a path nor a repository. */
function isHost(from: string): boolean {
  return /^[\w.-]+(?::\d+)?$/.test(from);
}

function describeVersions(
  names: readonly string[],
  { old, now }: { readonly old: Packages; readonly now: Packages },
  readers: Readers,
): JudgingRemark {
  const told = names.map((name) => {
    const [from, to] = [versionsOf(old.get(name)), versionsOf(now.get(name))];
    const shown = shownName(name);
    const words =
      from === ''
        ? `${shown} ${to} (new)`
        : to === ''
          ? `${shown} (gone)`
          : `${shown} ${from} -> ${to}`;
    return { name, words: shortened(oneLine(words), 200) };
  });
  return describeOtherVersions(told, 'Installs', readers);
}
