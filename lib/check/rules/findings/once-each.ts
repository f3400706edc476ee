/** Computes the value of each key at most once, when it is first needed. */
export function onceEach<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}
