// It runs inside test runners: plain JavaScript without dependencies, and for values of another realm.

const step = 1009;

/** Something else of the same kind; the same where that is not known. */
export function changed(value, up, depth = 0) {
  const change = plain[typeof value];
  if (change !== undefined) return change(value, up);
  return typeof value === 'object' && value !== null ? changedObject(value, up, depth) : value;
}

const plain = {
  boolean: (value) => !value,
  number: (value, up) => (Number.isFinite(value) ? value + (up ? step : -step) : 0),
  bigint: (value, up) => value + BigInt(up ? step : -step),
  // So that also no part of it is the same.
  string: (value, up) => (up ? `${value}~` : ['', ...Array.from(value), ''].join('~')),
};

function changedObject(value, up, depth) {
  try {
    if (Array.isArray(value)) return changedList(value, up, depth);
    const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
    const change = changes[kind];
    if (change !== undefined) return change(value, up, depth);
    return kind === 'Object' ? changedParts(value, up, depth) : value;
  } catch {
    return value;
  }
}

const changes = {
  Promise: (value, up, depth) => value.then((given) => changed(given, up, depth)),
  Date: (value, up) => new value.constructor(value.getTime() + (up ? step : -step) * 1000),
  Error: (value, up) => {
    const made = Object.create(
      Object.getPrototypeOf(value),
      Object.getOwnPropertyDescriptors(value),
    );
    made.message = changed(value.message, up);
    return made;
  },
  Map: (value, up, depth) => {
    const entries = [...value];
    const other = up
      ? entries.map(([key, one]) => [key, changed(one, up, depth + 1)])
      : entries.slice(1);
    return new value.constructor(other.length > 0 ? other : [['~', '~']]);
  },
  Set: (value, up) =>
    new value.constructor(value.size > 0 && !up ? [...value].slice(1) : [...value, '~']),
  Generator: function* all(value, up, depth) {
    for (const one of value) yield changed(one, up, depth);
  },
  AsyncGenerator: async function* all(value, up, depth) {
    for await (const one of value) yield changed(one, up, depth);
  },
};

function changedList(value, up, depth) {
  const others = up ? value.map((one) => changed(one, up, depth + 1)) : value.slice(1);
  if (others.length === 0) others.push('~');
  return others;
}

function changedParts(value, up, depth) {
  if (depth > 1) return value;
  const made = Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value));
  const names = Object.keys(made).filter((name) => typeof made[name] !== 'function');
  if (names.length === 0) {
    // What has no parts to be seen may hold them where no copy does.
    if (Object.getPrototypeOf(Object.getPrototypeOf(value) ?? {}) !== null) return value;
    made['~'] = '~';
    return made;
  }
  if (up) for (const name of names) made[name] = changed(made[name], up, depth + 1);
  else delete made[names[0]];
  return made;
}
