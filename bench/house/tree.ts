import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { sourceFiles } from '../../test/architecture/source-files.ts';
import { specifiersIn } from '../../test/architecture/specifiers.ts';
import { parseSource, type Source, type SyntaxNode } from '../../test/architecture/syntax.ts';
import { child, children, textOf } from '../../test/architecture/syntax-fields.ts';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly nodes: Source['nodes'];
  /** The other files of the tree that it imports, types included. */
  readonly imports: ReadonlySet<string>;
}

/** The TypeScript of the product, parsed: what tests and measures it is no part of it. */
export function readTree(root: string): readonly SourceFile[] {
  return sourceFiles(root, ['lib', 'lambdas', 'containers'])
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const { nodes } = parseSource(text);
      const targets = specifiersIn(nodes).map((specifier) => targetOf(path, specifier.text));
      const imports = new Set(targets.filter((it) => it !== undefined));
      return { path, text, nodes, imports };
    });
}

/** The file of the tree that a specifier means; undefined: a package. */
export function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `lib/${specifier.slice(1)}`;
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(path), specifier);
}

export interface Declaration {
  readonly name: string;
  readonly kind: 'type' | 'function' | 'other';
  readonly exported: boolean;
  readonly node: SyntaxNode;
}

/** What a file declares at its top level, exported or not. */
export function declarationsOf({ nodes }: Pick<SourceFile, 'nodes'>): readonly Declaration[] {
  return children(nodes[0], 'body').flatMap((statement) => {
    const exported = statement.type === 'ExportDeclaration';
    const declared = exported ? child(statement, 'declaration') : statement;
    const nodesOf =
      declared?.type === 'VariableDeclaration' ? children(declared, 'declarations') : [declared];
    return nodesOf.flatMap((node) => {
      const name = textOf(child(node, 'identifier') ?? child(node, 'id'));
      return node === undefined || name === undefined
        ? []
        : [{ name, kind: kindOf(node), exported, node }];
    });
  });
}

function kindOf(node: SyntaxNode): Declaration['kind'] {
  if (['TsInterfaceDeclaration', 'TsTypeAliasDeclaration'].includes(node.type)) return 'type';
  const value = node.type === 'VariableDeclarator' ? child(node, 'init') : node;
  const functions = ['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'];
  return functions.includes(value?.type ?? '') ? 'function' : 'other';
}
