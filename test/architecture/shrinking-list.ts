/** Holds what is found against a list of what is known to be wrong, which may only get shorter. */
export function beyondList(found: readonly string[], list: readonly string[]): readonly string[] {
  return [
    ...found
      .filter((name) => !list.includes(name))
      .map((name) => `${name}: mend it; the list takes nothing new`),
    ...list
      .filter((name) => !found.includes(name))
      .map((name) => `${name}: it is mended, so take it off the list`),
  ];
}
