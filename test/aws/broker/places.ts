export type Path = readonly (string | number)[];

/** Every place of a value, the whole of it included. */
export function placesIn(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    placesIn(one).map((path) => [name, ...path]),
  );
  return [[], ...inner];
}

/** The value with something else at that place; `null` takes what is there away. */
export function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((one: unknown, index) =>
      String(index) === name ? replaced(one, rest, by) : one,
    );
  }
  const members = Object.entries(Object(value));
  return Object.fromEntries(
    members.flatMap(([key, one]) => {
      if (key !== name) return [[key, one]];
      const next = replaced(one, rest, by);
      return rest.length === 0 && next === null ? [] : [[key, next]];
    }),
  );
}
