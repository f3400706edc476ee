/** The same text for the same JSON value, in whatever order its names stand. */
export function inOrder(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1))
      : inner,
  );
}
