/** What Node 22 brought to the language and we use, for the Node 20 of users who have no newer one. */

bring(Promise, 'withResolvers', function withResolvers() {
  const made = {};
  made.promise = new this((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
});

bring(Map, 'groupBy', (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    index += 1;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
});

function bring(owner, name, value) {
  if (Object.hasOwn(owner, name)) return;
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}
