import { parseSource } from './syntax.ts';
import type { SyntaxNode } from './syntax.ts';

export interface FunctionSize {
  /** Line on which it starts. */
  readonly line: number;
  readonly lines: number;
  readonly parameters: number;
}

const FUNCTION_TYPES: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'FunctionDeclaration',
  'FunctionExpression',
  'GetterProperty',
  'MethodProperty',
  'PrivateMethod',
  'SetterProperty',
]);

/** Sizes of all functions of a source text, nested ones included, in order of appearance. */
export function measureFunctions(text: string): readonly FunctionSize[] {
  const { nodes, linesOf } = parseSource(text);
  return nodes
    .filter((node) => FUNCTION_TYPES.has(node.type))
    .map((node) => {
      const { first, last } = linesOf(node);
      return { line: first, lines: last - first + 1, parameters: parametersOf(node) };
    });
}

/** Lines of a text as an editor numbers them, without the empty one after the last line break. */
export function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

/** Class members and accessors keep their parameters one level down. */
function parametersOf(node: SyntaxNode): number {
  const inner = node['function'];
  const holder = typeof inner === 'object' && inner !== null ? inner : node;
  return 'params' in holder && Array.isArray(holder.params) ? holder.params.length : 0;
}
