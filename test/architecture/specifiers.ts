import type { SyntaxNode } from './syntax.ts';
import { child, textOf } from './syntax-fields.ts';

export interface Specifier {
  readonly text: string;
  readonly node: SyntaxNode;
}

const STATEMENTS: ReadonlySet<string> = new Set([
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportDeclaration',
]);

/** Every module name that a file imports or exports from, with the node that says so. */
export function specifiersIn(nodes: readonly SyntaxNode[]): readonly Specifier[] {
  return nodes.flatMap((node) => {
    const text = STATEMENTS.has(node.type) ? textOf(child(node, 'source')) : importedByCall(node);
    return text === undefined ? [] : [{ text, node }];
  });
}

export function isImportCall(node: SyntaxNode): boolean {
  return node.type === 'CallExpression' && child(node, 'callee')?.type === 'Import';
}

/** The literal that `import(...)` is given, if it is one. */
export function importedByCall(node: SyntaxNode): string | undefined {
  if (!isImportCall(node) || !Array.isArray(node['arguments'])) return undefined;
  const expression = child(node['arguments'][0], 'expression');
  return expression?.type === 'StringLiteral' ? textOf(expression) : undefined;
}
