import { isNode } from './syntax.ts';
import type { SyntaxNode } from './syntax.ts';

/** The node in one field of another. */
export function child(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
}

/** The nodes in a list field of another. */
export function children(node: SyntaxNode | undefined, field: string): readonly SyntaxNode[] {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter((item) => isNode(item)) : [];
}

/** What a name, a literal or a computed literal says: `env`, `'env'` and `['env']` are one. */
export function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Computed') return textOf(child(node, 'expression'));
  const value = node?.['value'];
  return typeof value === 'string' ? value : undefined;
}
