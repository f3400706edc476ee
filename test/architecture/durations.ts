import { parseSource, type SyntaxNode } from './syntax.ts';
import { child, textOf } from './syntax-fields.ts';

/** A number whose name ends with one of these words is a length of time. */
const timeWords: ReadonlySet<string> = new Set(
  'age backoff cooldown delay duration every grace interval lease patience pause period timeout ttl'.split(
    ' ',
  ),
);
const spans = /^(?:second|minute|hour|day|week)$/i;
const units = /(?:Ms|Seconds|Minutes|Hours|Days)$|^(?:ms|seconds|minutes|hours|days)$/;

/** What users write carries the unit in its value: `10m`. */
const ofUsers = /^lib\/config\/sections\//;

/**
 * The lengths of time of a file whose names do not say in what they are counted, as `path name`: numbers that are named
 * after time or made of it, and what a schema says of itself that it is "How long".
 */
export function unitlessDurations(path: string, text: string): readonly string[] {
  if (ofUsers.test(path)) return [];
  const { nodes } = parseSource(text);
  const names = nodes.flatMap((node) => durationName(node) ?? []);
  return [...new Set(names.filter((name) => !units.test(name)))].map((name) => `${path} ${name}`);
}

function durationName(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'TsPropertySignature': {
      const name = textOf(child(node, 'key')) ?? '';
      return isNumber(node) && saysTime(name) ? name : undefined;
    }
    case 'VariableDeclarator': {
      const name = textOf(child(node, 'id')) ?? '';
      const value = child(node, 'init');
      const isAmount = value?.type === 'NumericLiteral' || isNumber(child(node, 'id'));
      if (isAmount && (saysTime(name) || spans.test(name))) return name;
      return isTime(value) ? name : undefined;
    }
    case 'KeyValueProperty':
      return isToldAsTime(child(node, 'value')) ? textOf(child(node, 'key')) : undefined;
    default:
      return undefined;
  }
}

/** `age` and `maxAge`; not `page`. */
function saysTime(name: string): boolean {
  const words = name.split(/(?=[A-Z])/);
  return timeWords.has(words.at(-1)?.toLowerCase() ?? '');
}

function isNumber(node: SyntaxNode | undefined): boolean {
  return child(child(node, 'typeAnnotation'), 'typeAnnotation')?.['kind'] === 'number';
}

/** A product of times and numbers: `24 * 60 * 60_000`, `3 * minute`. */
function isTime(node: SyntaxNode | undefined): boolean {
  const factors = node?.type === 'BinaryExpression' ? factorsOf(node) : [];
  return (
    factors.some((factor) => timeFactors.has(factor) || isSpan(factor)) &&
    factors.every((factor) => (/^\d+$/.test(factor) ? factor !== '1024' : isSpan(factor)))
  );
}

const timeFactors: ReadonlySet<string> = new Set(['24', '60', '3600', '60000', '3600000']);

function isSpan(name: string): boolean {
  return spans.test(name.replace(/Ms$/, ''));
}

/** Anything but a product of numbers and names is one factor, of no name. */
function factorsOf(node: SyntaxNode | undefined): readonly string[] {
  if (node?.type === 'NumericLiteral') return [String(node['value'])];
  if (node?.type === 'BinaryExpression' && node['operator'] === '*') {
    return [...factorsOf(child(node, 'left')), ...factorsOf(child(node, 'right'))];
  }
  return [textOf(node) ?? ''];
}

/** `z.int().describe('How long ...')` */
function isToldAsTime(node: SyntaxNode | undefined): boolean {
  if (node?.type !== 'CallExpression' || !Array.isArray(node['arguments'])) return false;
  const callee = child(node, 'callee');
  const isDescribed = textOf(child(callee, 'property')) === 'describe';
  const said = textOf(child(node['arguments'][0], 'expression'));
  return (isDescribed && said?.startsWith('How long')) || isToldAsTime(child(callee, 'object'));
}
