import type { TreeEntry } from '../git-objects.ts';
import type { Token } from '../identity.ts';
import type { Pull, Repository, WorldNode } from '../model.ts';
import type { Rollup } from '../rollup.ts';
import type { World } from '../world.ts';
import type { Points } from './meter.ts';
import type { QueryCost } from './cost.ts';

/** What every resolver can see. */
export interface Context {
  readonly world: World;
  readonly token: Token;
  /** Root of the addresses that people open. */
  readonly webUrl: string;
  readonly cost: QueryCost;
  readonly points: Points;
}

export type Args = Readonly<Record<string, unknown>>;

export interface CommitSource {
  readonly kind: 'Commit';
  readonly repository: Repository;
  readonly sha: string;
}

interface TreeSource {
  readonly kind: 'Tree';
  readonly repository: Repository;
  readonly sha: string;
}

interface BlobSource {
  readonly kind: 'Blob';
  readonly repository: Repository;
  readonly sha: string;
}

interface TreeEntrySource {
  readonly kind: 'TreeEntry';
  readonly repository: Repository;
  readonly entry: TreeEntry;
  readonly path: string;
}

export interface RefSource {
  readonly kind: 'Ref';
  readonly repository: Repository;
  /** Full name, `refs/heads/...`. */
  readonly name: string;
}

export interface RollupSource {
  readonly kind: 'StatusCheckRollup';
  readonly repository: Repository;
  readonly sha: string;
  readonly rollup: Rollup;
}

interface PullCommitSource {
  readonly kind: 'PullRequestCommit';
  readonly pull: Pull;
  readonly commit: CommitSource;
}

/** One page of a list; the names of its fields are the same for all connections. */
export interface ConnectionSource {
  readonly kind: 'Connection';
  readonly totalCount: number;
  readonly edges: readonly { readonly cursor: string; readonly node: unknown }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** What this kind of connection has besides. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** A value whose fields need no work. */
export interface PlainSource {
  readonly kind: 'Plain';
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export type Source =
  | WorldNode
  | CommitSource
  | TreeSource
  | BlobSource
  | TreeEntrySource
  | RefSource
  | RollupSource
  | PullCommitSource
  | ConnectionSource
  | PlainSource;

export type SourceOf<K extends Source['kind']> = Extract<Source, { readonly kind: K }>;

/** Fields of one kind of source; a missing one is a field that this double does not model. */
export type Fields = Readonly<Record<string, Resolver>>;
type Resolver = (source: unknown, args: Args, context: Context) => unknown;

type FieldsOf<S> = Readonly<Record<string, (source: S, args: Args, context: Context) => unknown>>;

/** Checks the kind of the source before any of these fields looks at it. */
export function fieldsOf<K extends Source['kind']>(kind: K, fields: FieldsOf<SourceOf<K>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, Resolver] => [
      name,
      (source, args, context) => {
        if (!isSource(source, kind))
          throw new Error(`A resolver of ${kind}.${name} got another thing`);
        return field(source, args, context);
      },
    ]),
  );
}

/** A value of a type whose fields are known already. */
export function plain(type: string, values: PlainSource['values']): PlainSource {
  return { kind: 'Plain', type, values };
}

export function isSource<K extends Source['kind']>(
  source: unknown,
  kind: K,
): source is SourceOf<K> {
  return typeof source === 'object' && source !== null && 'kind' in source && source.kind === kind;
}

/** The GraphQL type of a source. */
export function typeNameOf(source: unknown): string | undefined {
  if (isSource(source, 'Account') || isSource(source, 'Plain')) return source.type;
  if (typeof source !== 'object' || source === null || !('kind' in source)) return undefined;
  return typeof source.kind === 'string' ? source.kind : undefined;
}
