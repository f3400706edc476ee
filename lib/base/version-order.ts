/** Less than 0 where the first version is the older one. Only numbers count: what follows them, such as a `-beta.1`, does not. */
export function compareVersions(one: string, other: string): number {
  const [own, its] = [numbersIn(one), numbersIn(other)];
  const place = Array.from({ length: Math.max(own.length, its.length) }, (_, at) => at).find(
    (at) => (own[at] ?? 0) !== (its[at] ?? 0),
  );
  return place === undefined ? 0 : (own[place] ?? 0) - (its[place] ?? 0);
}

function numbersIn(version: string): readonly number[] {
  const [numbers = ''] = /\d+(?:\.\d+)*/.exec(version) ?? [];
  return numbers === '' ? [] : numbers.split('.').map(Number);
}

/** A version that is not known counts as a new one. */
export function isOlder(version: string | null | undefined, than: string): boolean {
  return version !== undefined && version !== null && compareVersions(version, than) < 0;
}
