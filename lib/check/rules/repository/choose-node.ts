import { acceptsNode } from './node-range.ts';
import type { WantedVersion } from './wanted-versions.ts';

export interface FoundNode {
  /** Absolute. */
  readonly path: string;
  readonly version: string;
}

interface Nodes {
  /** What the project asks for. */
  readonly wanted: Pick<WantedVersion, 'version' | 'at'> | undefined;
  /** The versions that the tool supports, as its package says; undefined: any. */
  readonly supported: string | undefined;
  /** The one that the caller would start. */
  readonly callers: FoundNode | undefined;
  /** Those that version managers keep. */
  readonly kept: readonly FoundNode[];
  readonly ours: FoundNode;
}

export interface ChosenNode {
  /** Absolute. */
  readonly path: string;
  /** The one that is wanted is not on this machine. */
  readonly told?: string;
}

/**
 * The Node for the tests of a project: the one that it asks for, where it is on the machine, else the caller's; ours only
 * where it alone is the one that is asked for, or the tool would not start under any other.
 */
export function chooseNode({ wanted, supported, callers, kept, ours }: Nodes): ChosenNode {
  const all = [...(callers === undefined ? [] : [callers]), ...kept, ours].filter(
    ({ version }) => supported === undefined || acceptsNode(supported, version),
  );
  if (wanted === undefined) return { path: all.find((one) => one === callers)?.path ?? ours.path };
  const range = rangeOf(wanted.version);
  const exact = all.find(({ version }) => acceptsNode(range, version));
  // Of a version to the last digit, another of the same major one will do.
  const near = all.find(({ version }) => acceptsNode(range.split('.', 1)[0] ?? range, version));
  const found = exact ?? (/^v?\d+(?:\.\d+)*$/.test(range) ? near : undefined);
  if (found !== undefined) return { path: found.path };
  const used = all.find((one) => one === callers);
  const name = used === undefined ? 'the one of Ratchetr' : used.version;
  return {
    path: used?.path ?? ours.path,
    told: `${wanted.at} asks for Node ${wanted.version}, which is not on this machine; tests run under ${name}.`,
  };
}

const majorOf: Readonly<Record<string, string>> = {
  hydrogen: '18',
  iron: '20',
  jod: '22',
  krypton: '24',
};

/** Names that nvm knows; what stands for whatever is newest is any. */
function rangeOf(version: string): string {
  const name = version.toLowerCase().replace(/^lts\//, '');
  return majorOf[name] ?? (/\d/.test(name) ? name : '*');
}
