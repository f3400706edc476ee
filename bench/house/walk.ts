import { isNode } from '../../test/architecture/syntax.ts';
import { child, children, textOf } from '../../test/architecture/syntax-fields.ts';
import type { Ran } from './coverage.ts';
import { type Declaration, declarationsOf, type SourceFile, targetOf } from './tree.ts';

export interface Leg {
  readonly path: string;
  readonly name: string;
  /** What the process ran in which this leg happens. */
  readonly ran: Ran;
}

/** What a reader of the walk takes for granted: what satisfies the needs of the rooms, plugins, and settings. */
const passedOver = /^lib\/(?:agents|aws|config|engines|github|platform|store)\//;

/** A rule is opened where a step calls it; what it calls in turn is its own affair. */
const pure = /^lib\/(?:base|model|report)\/|\/rules\//;

/**
 * The files that a reader opens, in his order, who begins at the first function of each leg and follows each name of a
 * function where it stands, as far as it ran. What is reached by way of a need is named nowhere, so it is not on the walk.
 */
export function walk(files: readonly SourceFile[], legs: readonly Leg[]): readonly string[] {
  const known = new Map(files.map((file) => [file.path, knownOf(file)]));
  const opened = new Set<string>();
  for (const { path, name, ran } of legs) {
    if (known.get(path)?.declared.get(name)?.kind !== 'function') {
      throw new Error(`The walk begins at ${name} in ${path}, where there is no such function`);
    }
    follow({ known, ran, opened, seen: new Set() }, path, name);
  }
  return [...opened];
}

interface Reading {
  readonly known: ReadonlyMap<string, KnownFile>;
  readonly ran: Ran;
  readonly opened: Set<string>;
  readonly seen: Set<string>;
}

function follow(reading: Reading, path: string, name: string): void {
  const { known, ran, opened, seen } = reading;
  const file = known.get(path);
  if (file === undefined || passedOver.test(path) || seen.has(`${path} ${name}`)) return;
  seen.add(`${path} ${name}`);
  const imported = file.imported.get(name);
  if (imported !== undefined) follow(reading, imported.path, imported.name);
  const declared = file.declared.get(name);
  if (declared === undefined) return;
  if (declared.kind === 'function') {
    if (ran.get(path)?.has(name) !== true) return;
    opened.add(path);
  }
  const names = namesIn(declared.node).filter((it) => !(pure.test(path) && file.imported.has(it)));
  for (const next of names) follow(reading, path, next);
}

interface KnownFile {
  readonly declared: ReadonlyMap<string, Declaration>;
  /** Where a name comes from that the file imports, or hands on from another. */
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

function knownOf(file: SourceFile): KnownFile {
  const values = declarationsOf(file).filter(({ kind }) => kind !== 'type');
  const imported = children(file.nodes[0], 'body').flatMap((statement) => {
    const path = targetOf(file.path, textOf(child(statement, 'source')) ?? '');
    return path === undefined
      ? []
      : children(statement, 'specifiers').flatMap((specifier) => {
          const near = textOf(child(specifier, 'local') ?? child(specifier, 'exported'));
          const far = textOf(child(specifier, 'imported') ?? child(specifier, 'orig'));
          const name = far ?? near;
          const local = near ?? far;
          return name === undefined || local === undefined
            ? []
            : [[local, { path, name }] as const];
        });
  });
  return { declared: new Map(values.map((it) => [it.name, it])), imported: new Map(imported) };
}

/** Names that stand for values, in the order of the text; those of properties and of types do not. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item));
  if (typeof value !== 'object' || value === null) return [];
  if (!isNode(value)) return namesIn(Object.values(value));
  if (value.type === 'Identifier') return [textOf(value) ?? ''];
  if (value.type.startsWith('Ts')) return namesIn(value['expression']);
  return Object.entries(value)
    .filter(([field, inner]) => !(['key', 'property'].includes(field) && isName(inner)))
    .flatMap(([, inner]) => namesIn(inner));
}

function isName(value: unknown): boolean {
  return isNode(value) && value.type === 'Identifier';
}

/** How often the room changes from one file to the next; outside of `lib` each folder is one. */
export function countRoomChanges(paths: readonly string[]): number {
  const rooms = paths.map((path) => path.replace(/^lib\//, '').split('/')[0]);
  return rooms.filter((room, at) => at > 0 && room !== rooms[at - 1]).length;
}
