import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { formatPath, type SettingPath } from './paths.ts';

interface ValueSpot {
  /** Where the key stands; absent for list items and for the root. */
  readonly key?: number;
  readonly value: number;
}

/** By `spotName` of the path. */
export type ValueSpots = ReadonlyMap<string, ValueSpot>;

export interface TreeFault {
  readonly offset: number;
  readonly path: SettingPath;
  readonly message: string;
  readonly hint: string;
}

/** Two paths never share a name, however odd their keys are. */
export function spotName(path: SettingPath): string {
  return JSON.stringify(path);
}

/** What is known while a document is read from top to bottom. */
export interface Walk {
  readonly lineOf: (offset: number) => number;
  readonly anchors: Map<string, Node>;
  readonly open: Set<Node>;
  readonly spots: Map<string, ValueSpot>;
  readonly faults: TreeFault[];
  readonly expansion: { inside: boolean; nodes: number };
}

/** Notes the anchor of a value and refuses its tag. */
export function checkProperties(walk: Walk, node: Node, path: SettingPath): void {
  if ('anchor' in node && typeof node.anchor === 'string' && !walk.expansion.inside) {
    walk.anchors.set(node.anchor, node);
  }
  if ('tag' in node && typeof node.tag === 'string') {
    const hint = 'remove the tag; quote the value if it is text';
    reportFault(walk, node, { path, wrong: `marked with a tag, ${shortTag(node.tag)}`, hint });
  }
}

export interface SettingRemark {
  readonly path: SettingPath;
  readonly subject?: string;
  /** Completes "<subject> is ...". */
  readonly wrong: string;
  readonly hint: string;
}

export function reportFault(walk: Walk, node: unknown, remark: SettingRemark): void {
  const { path, wrong, hint } = remark;
  const subject = remark.subject ?? (formatPath(path) || 'the configuration');
  walk.faults.push({ offset: startOffset(node), path, message: `${subject} is ${wrong}`, hint });
}

function shortTag(tag: string): string {
  return tag.replace('tag:yaml.org,2002:', '!!');
}

export function startOffset(node: unknown): number {
  return asNode(node)?.range?.[0] ?? 0;
}

export function isBlank(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.source === '' && node.type === 'PLAIN');
}

export function asNode(value: unknown): Node | null {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value) ? value : null;
}
