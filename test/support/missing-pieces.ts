/** Something that each plugin of a family has besides its folder and its line in the registry. */
export interface Piece {
  readonly has: (id: string) => boolean;
  /** What to add, and where. */
  readonly add: (id: string) => string;
  /** Those that do without, each with its reason. */
  readonly exempt: Readonly<Record<string, string>>;
}

/** What plugins lack, and the exemptions that none needs any more, as sentences that say what to do. */
export function missingPieces(
  ids: readonly string[],
  pieces: Readonly<Record<string, Piece>>,
): readonly string[] {
  return Object.entries(pieces).flatMap(([name, { has, add, exempt }]) => [
    ...ids.filter((id) => !has(id) && exempt[id] === undefined).map(add),
    ...Object.keys(exempt)
      .filter((id) => !ids.includes(id) || has(id))
      .map((id) => `${id} is exempt from "${name}" without need: take the exemption away.`),
  ]);
}
