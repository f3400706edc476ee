/**
 * Capacity units by the documented rules of DynamoDB, since engines that run locally report too little:
 * "Read and write operations", "Item sizes and formats", "Global secondary indexes: provisioned
 * throughput considerations" in the developer guide.
 */

export type Item = Readonly<Record<string, unknown>>;

export interface IndexShape {
  readonly keys: readonly string[];
  /** What an entry holds beside the keys of index and table. */
  readonly projected: readonly string[];
}

export interface ItemChange {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

const writeUnit = 1024;
const readUnit = 4096;
const tableKeys = ['pk', 'sk'];

/** A write is billed by the larger of the item before and after, and again for every index entry it moves. */
export function writeUnits(
  change: ItemChange,
  indexes: readonly IndexShape[],
): { readonly table: number; readonly indexes: number } {
  const size = Math.max(sizeOf(change.before), sizeOf(change.after));
  const moved = indexes.map((index) => indexUnits(change, index));
  return { table: units(size, writeUnit), indexes: moved.reduce((sum, each) => sum + each, 0) };
}

/** A page is billed by the sum of what it read; an eventually consistent read costs half. */
export function readUnits(items: readonly Item[], consistent: boolean): number {
  const size = items.reduce((sum, item) => sum + sizeOf(item), 0);
  return units(size, readUnit) * (consistent ? 1 : 0.5);
}

/** Name and value of every attribute. */
export function sizeOf(item: Item | undefined): number {
  if (item === undefined) return 0;
  return Object.entries(item)
    .filter(([, value]) => value !== undefined)
    .reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);
}

/** Moving an entry to another key is a deletion and a new entry. */
function indexUnits({ before, after }: ItemChange, index: IndexShape): number {
  const [old, young] = [entry(before, index), entry(after, index)];
  if (old === undefined || young === undefined) {
    const only = old ?? young;
    return only === undefined ? 0 : units(sizeOf(only), writeUnit);
  }
  if (!same(old, young, index.keys)) {
    return units(sizeOf(old), writeUnit) + units(sizeOf(young), writeUnit);
  }
  const changed = !same(old, young, index.projected);
  return changed ? units(Math.max(sizeOf(old), sizeOf(young)), writeUnit) : 0;
}

/** Only an item that has all keys of the index stands in it. */
function entry(item: Item | undefined, { keys, projected }: IndexShape): Item | undefined {
  if (item === undefined || keys.some((key) => item[key] === undefined)) return undefined;
  const held = [...new Set([...tableKeys, ...keys, ...projected])];
  return Object.fromEntries(held.map((name) => [name, item[name]]));
}

function same(a: Item, b: Item, names: readonly string[]): boolean {
  return names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}

function valueSize(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return numberSize(value);
  if (value instanceof Set) return [...value].reduce<number>((sum, one) => sum + valueSize(one), 0);
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, one) => sum + 1 + valueSize(one), 3);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .reduce((sum, [name, inner]) => sum + 1 + Buffer.byteLength(name) + valueSize(inner), 3);
  }
  return 1;
}

/**
 * About one byte for two significant digits, and one more. The zeros that a moment happens to end in count too: what is
 * measured must not depend on when it was.
 */
function numberSize(value: number): number {
  const written = String(Math.abs(value)).replace(/e.*|\./g, '');
  const digits = isMoment(value) ? written : written.replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + (value < 0 ? 2 : 1);
}

/** Epoch milliseconds since 2001. */
function isMoment(value: number): boolean {
  return Number.isInteger(value) && value >= 1_000_000_000_000;
}

function units(bytes: number, unit: number): number {
  return Math.max(1, Math.ceil(bytes / unit));
}
