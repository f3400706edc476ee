import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { formatPath, type SettingPath } from './paths.ts';
import { findScalarFault } from './yaml-scalars.ts';
import {
  asNode,
  checkProperties,
  isBlank,
  type SettingRemark,
  reportFault,
  spotName,
  startOffset,
  type TreeFault,
  type ValueSpots,
  type Walk,
} from './yaml-walk.ts';

export interface Tree {
  readonly value: unknown;
  readonly spots: ValueSpots;
  readonly faults: readonly TreeFault[];
}

/** Turns parsed YAML into plain values, with the offset of each and all that YAML allows but settings do not. */
export function readYamlTree(
  root: Node | null,
  base: SettingPath,
  lineOf: (offset: number) => number,
): Tree {
  const walk: Walk = {
    lineOf,
    anchors: new Map(),
    open: new Set(),
    spots: new Map(),
    faults: [],
    expansion: { inside: false, nodes: 0 },
  };
  const value = readNode(walk, root, { path: base });
  return { value, spots: walk.spots, faults: walk.faults };
}

const DEEPEST = 64;
/** A handful of nested aliases can stand for billions of values. */
const MOST_EXPANDED = 10_000;

/** `key` is where the key of the value stands, if it has one. */
interface Here {
  readonly path: SettingPath;
  readonly key?: number;
}

function readNode(walk: Walk, node: Node | null, here: Here): unknown {
  const { path, key } = here;
  if (walk.expansion.inside && (walk.expansion.nodes += 1) > MOST_EXPANDED) return null;
  const value = isBlank(node) ? (key ?? startOffset(node)) : startOffset(node);
  walk.spots.set(spotName(path), key === undefined ? { value } : { key, value });
  if (node === null) return null;
  if (path.length > DEEPEST) {
    return refuseNode(walk, node, {
      path,
      wrong: 'nested too deeply',
      hint: `use at most ${DEEPEST} levels`,
    });
  }
  if (isAlias(node)) return readAlias(walk, node, path);
  checkProperties(walk, node, path);
  walk.open.add(node);
  const read = readNodeContent(walk, node, path);
  walk.open.delete(node);
  return read;
}

function readNodeContent(walk: Walk, node: Node, path: SettingPath): unknown {
  if (isMap(node)) return readMap(walk, node, path);
  if (isSeq<Node | null>(node)) {
    return node.items.map((item, index) => readNode(walk, item, { path: [...path, index] }));
  }
  if (!isScalar(node)) return null;
  const fault = findScalarFault(node);
  if (fault !== undefined) reportFault(walk, node, { path, ...fault });
  return typeof node.value === 'number' && !Number.isFinite(node.value) ? null : node.value;
}

function readMap(walk: Walk, map: YAMLMap, path: SettingPath): unknown {
  const entries = new Map<string, unknown>();
  for (const pair of map.items) {
    const key = readMapKey(walk, pair, path);
    const value = asNode(pair.value);
    if (key !== undefined && !isCopy(walk, pair, [...path, key])) {
      entries.set(key, readNode(walk, value, { path: [...path, key], key: startOffset(pair.key) }));
    } else {
      // A value that cannot be kept may still hold anchors and faults.
      readNode({ ...walk, spots: new Map() }, value, { path });
    }
  }
  return Object.fromEntries(entries);
}

function readMapKey(walk: Walk, pair: Pair, path: SettingPath): string | undefined {
  const node = asNode(pair.key);
  if (!isScalar(node) || typeof node.value !== 'string') {
    const subject = path.length === 0 ? 'a key' : `a key of ${formatPath(path)}`;
    reportFault(walk, node, { path, subject, wrong: 'not text', hint: 'put the key in quotes' });
    return undefined;
  }
  const at = [...path, node.value];
  const refusal = refusedKey(node.value, node.type === 'PLAIN');
  if (refusal === undefined) {
    checkProperties(walk, node, at);
    return node.value;
  }
  reportFault(walk, node, { path: at, ...refusal });
  return undefined;
}

function refusedKey(
  key: string,
  plain: boolean,
): Pick<SettingRemark, 'wrong' | 'hint'> | undefined {
  if (key === '<<' && plain) {
    return { wrong: 'a merge key, which is not read', hint: 'write the settings out' };
  }
  if (key !== '__proto__') return undefined;
  return { wrong: 'a name that is not allowed', hint: 'use another name' };
}

function isCopy(walk: Walk, pair: Pair, path: SettingPath): boolean {
  const first = walk.spots.get(spotName(path))?.key;
  if (first === undefined) return false;
  const wrong = `written twice, first in line ${walk.lineOf(first)}`;
  reportFault(walk, pair.key, { path, wrong, hint: 'keep one of the two' });
  return true;
}

function readAlias(walk: Walk, alias: Alias, path: SettingPath): unknown {
  const target = walk.anchors.get(alias.source);
  if (target === undefined) {
    const wrong = `the alias *${alias.source}, which no anchor defines`;
    return refuseNode(walk, alias, {
      path,
      wrong,
      hint: `quote it if it is text: "*${alias.source}"`,
    });
  }
  if (walk.open.has(target)) {
    const wrong = `the alias *${alias.source} inside its own value`;
    return refuseNode(walk, alias, { path, wrong, hint: 'write the value out' });
  }
  // Said once: after the first that is too much, the others are not even tried.
  if (walk.expansion.nodes > MOST_EXPANDED) return null;
  const own = walk.spots.get(spotName(path)) ?? { value: startOffset(alias) };
  const value = walk.expansion.inside
    ? readNode(walk, target, { path })
    : expandAlias(walk, target, path);
  walk.spots.set(spotName(path), own);
  if (walk.expansion.nodes <= MOST_EXPANDED) return value;
  const wrong = `an alias that stands for more than ${MOST_EXPANDED} values`;
  return refuseNode(walk, alias, { path, wrong, hint: 'write the values out' });
}

/** What is wrong inside the anchored value was reported where it stands. */
function expandAlias(walk: Walk, target: Node, path: SettingPath): unknown {
  walk.expansion.inside = true;
  const value = readNode({ ...walk, faults: [] }, target, { path });
  walk.expansion.inside = false;
  return value;
}

function refuseNode(walk: Walk, node: Node, remark: SettingRemark): null {
  reportFault(walk, node, remark);
  return null;
}
