import { compareText } from '#base/order.ts';
import { nameFirst } from '#base/words.ts';
import type { JudgingRemark, ReadingEngine } from './judged-turn.ts';
import { concerned, describeOtherVersions, shownName } from './package-changes.ts';
import { enginesOfPackage } from './who-is-milder.ts';

/** What a manifest asks for, by the name of the package. */
export type AskedPackages = ReadonlyMap<string, string>;

interface Asking {
  readonly engines: readonly ReadingEngine[];
  readonly language: ReadingEngine['language'];
  /** Whether this is a package of the repository itself, in the form in which manifests name one. */
  readonly isOwn: (asked: string) => boolean;
  /** Whether it is taken from elsewhere than from where all packages are. */
  readonly isElsewhere: (asked: string) => boolean;
}

/** Other versions that are asked for are ordinary; another place to take a package from is not. */
export function compareAsked(
  before: AskedPackages,
  after: AskedPackages,
  asking: Asking,
): readonly JudgingRemark[] {
  const { engines, isOwn, isElsewhere } = asking;
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted(compareText);
  const changed = names.filter((name) => before.get(name) !== after.get(name));
  const moved = changed.filter((name) => {
    const asked = after.get(name);
    if (asked === undefined || !isElsewhere(asked)) return false;
    // A member of a workspace is ordinary, unless it has the name of a tool or comes in place of another.
    const isPlain = isOwn(asked) && !before.has(name);
    return !isPlain || enginesOfPackage(engines, name).length > 0;
  });
  const others = changed.filter((name) => !moved.includes(name));
  const sentences = moved.map((name) => {
    const was = before.get(name);
    const instead = was === undefined ? '' : ` instead of ${shownName(was)}`;
    return `takes ${shownName(name)} from ${shownName(after.get(name) ?? '')}${instead}`;
  });
  const told = others.map((name) => ({
    name,
    words: describeAsked(name, before.get(name), after.get(name)),
  }));
  return [
    ...(moved.length === 0
      ? []
      : [
          {
            class: 'tool' as const,
            sentence: `It ${nameFirst(sentences, 5)}.`,
            milder: concerned(moved, asking),
          },
        ]),
    ...(told.length === 0 ? [] : [describeOtherVersions(told, 'Asks for', asking)]),
  ];
}

function describeAsked(name: string, was: string | undefined, now: string | undefined): string {
  const shown = shownName(name);
  if (now === undefined) return `${shown} (gone)`;
  const wanted = now === '' ? 'any' : shownName(now);
  return was === undefined
    ? `${shown} ${wanted} (new)`
    : `${shown} ${shownName(was) || 'any'} -> ${wanted}`;
}
