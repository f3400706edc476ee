/** Where this GitHub is reached; known once its server listens. */
export interface Site {
  url: string;
}

/** Makes `{ NAME_url: ROOT/PATH }` for a list of names that GitHub builds by rule. */
export function urlFields<Name extends string>(
  names: readonly Name[],
  urlOf: (name: Name) => string,
): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${name}_url`, urlOf(name)]));
}
