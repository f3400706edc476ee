import { parseSync } from '@swc/core';

export interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Source {
  /** Every node of the file, outer before inner. */
  readonly nodes: readonly SyntaxNode[];
  /** First and last line of a node, counted from 1. */
  readonly linesOf: (node: SyntaxNode) => { readonly first: number; readonly last: number };
}

/** Parses TypeScript or JavaScript text. */
export function parseSource(text: string): Source {
  // Spans are byte offsets that go on counting over all parses of the process, and a module starts at its first token:
  // a token put in front makes that token the first byte of the text.
  const marked = `;${text.replace(/^#!/, '//')}`;
  const module = parseSync(marked, { syntax: 'typescript', target: 'es2024', decorators: true });
  const bytes = Buffer.from(marked);
  const base = module.span.start;
  const lineAt = (offset: number): number => 1 + newlines(bytes.subarray(0, offset - base));
  return {
    nodes: [...nodesIn(module)],
    linesOf(node) {
      const { start, end } = spanOf(node);
      return { first: lineAt(start), last: lineAt(end) };
    },
  };
}

export function isNode(value: unknown): value is SyntaxNode {
  return isObject(value) && typeof value['type'] === 'string';
}

function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (isNode(value)) yield value;
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  else if (isObject(value)) for (const field of Object.values(value)) yield* nodesIn(field);
}

function spanOf(node: SyntaxNode): { readonly start: number; readonly end: number } {
  const span = node['span'];
  if (!isObject(span)) throw new Error(`a ${node.type} without a span`);
  return { start: Number(span['start']), end: Number(span['end']) };
}

function newlines(bytes: Uint8Array): number {
  return bytes.filter((byte) => byte === 10).length;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
