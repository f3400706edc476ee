import { posix } from 'node:path';
import { importedByCall, isImportCall, specifiersIn } from './specifiers.ts';
import type { Specifier } from './specifiers.ts';
import { parseSource } from './syntax.ts';
import type { SyntaxNode } from './syntax.ts';
import { child, children, textOf } from './syntax-fields.ts';

/** The rules that a graph of imports cannot show; each finds the nodes that break it. */
const RULES = {
  'process.env only in lib/config/env.ts': (path, nodes) =>
    path === 'lib/config/env.ts' || isProbe(path)
      ? []
      : nodes.filter((node) => readsEnvironment(node)),
  "zod only as import * as z from 'zod'": (_path, nodes) =>
    specifiersIn(nodes)
      .filter((specifier) => /^zod(?:\/|$)/.test(specifier.text) && !isZodNamespace(specifier))
      .map(({ node }) => node),
  'across folders by #, inside a folder relatively': (path, nodes) =>
    specifiersIn(nodes)
      .filter(({ text }) => crossesWrongly(path, text))
      .map(({ node }) => node),
  'CliContext only in lib/cli': (path, nodes) =>
    path.startsWith('lib/cli/')
      ? []
      : nodes.filter((node) => namesImported(node).includes('CliContext')),
  'imports are written out': (path, nodes) =>
    mayHideImport.has(path) || isProbe(path) ? [] : nodes.filter((node) => hidesImport(node)),
  'what a room needs is nothing but types': (path, nodes) =>
    /^lib\/[^/]+\/needs\//.test(path)
      ? children(nodes[0], 'body').filter((statement) => !isTypeStatement(statement))
      : [],
} satisfies Record<string, (path: string, nodes: readonly SyntaxNode[]) => readonly SyntaxNode[]>;

/** What a tool loads beside its tests runs in their process, and finds there what the project has. */
function isProbe(path: string): boolean {
  return /^lib\/engines\/[^/]+\/probe\//.test(path);
}

/** Where what is imported cannot be known before. */
const mayHideImport = new Set([
  // Where npm installed it there is a bundle, which a clone does not have.
  'lib/cli/launch.mjs',
  // The package of an engine, which the operator installed.
  'lib/platform/files/engine-packages.ts',
]);

export const TEXT_RULES: readonly string[] = Object.keys(RULES);

/** Where a file breaks the text rules: `path:line (rule)`. */
export function textProblems(path: string, text: string): readonly string[] {
  const { nodes, linesOf } = parseSource(text);
  return Object.entries(RULES).flatMap(([rule, find]) =>
    find(path, nodes).map((node) => `${path}:${linesOf(node).first} (${rule})`),
  );
}

function readsEnvironment(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return textOf(child(node, 'property')) === 'env' && isProcess(child(node, 'object'));
    case 'VariableDeclarator':
      return isProcess(child(node, 'init')) && keysOf(child(node, 'id')).includes('env');
    case 'ImportDeclaration':
      return isProcessModule(node) && importedNames(node).includes('env');
    default:
      return false;
  }
}

/** `process`, or the same by way of `globalThis.process`. */
function isProcess(node: SyntaxNode | undefined): boolean {
  return textOf(node?.type === 'MemberExpression' ? child(node, 'property') : node) === 'process';
}

function keysOf(pattern: SyntaxNode | undefined): readonly (string | undefined)[] {
  return children(pattern, 'properties').map((property) => textOf(child(property, 'key')));
}

function isProcessModule(node: SyntaxNode): boolean {
  return /^(?:node:)?process$/.test(textOf(child(node, 'source')) ?? '');
}

function importedNames(node: SyntaxNode): readonly (string | undefined)[] {
  return children(node, 'specifiers').map((specifier) =>
    textOf(child(specifier, 'imported') ?? child(specifier, 'local')),
  );
}

/** By an import of what is named, or by one that is passed on. */
function namesImported(node: SyntaxNode): readonly (string | undefined)[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return importedNames(node);
    case 'ExportNamedDeclaration':
      return children(node, 'specifiers').map((specifier) => textOf(child(specifier, 'orig')));
    default:
      return [];
  }
}

function isZodNamespace({ text, node }: Specifier): boolean {
  const [only, ...others] = children(node, 'specifiers');
  return (
    text === 'zod' &&
    others.length === 0 &&
    only?.type === 'ImportNamespaceSpecifier' &&
    textOf(child(only, 'local')) === 'z'
  );
}

function crossesWrongly(path: string, specifier: string): boolean {
  const from = topFolder(path);
  if (specifier.startsWith('#')) return topFolder(`lib/${specifier.slice(1)}`) === from;
  if (!specifier.startsWith('.')) return false;
  const to = topFolder(posix.join(posix.dirname(path), specifier));
  // What is outside of lib has no name with #, so bench reaches what it shares with tests by path.
  return from !== to && [from, to].some((folder) => folder.startsWith('lib/'));
}

/** `lib/model` for what is in `lib`, else the folder at the root. */
function topFolder(path: string): string {
  const [root = '', folder = ''] = path.split('/');
  return root === 'lib' ? `${root}/${folder}` : root;
}

/** Ways to import that no table of imports shows. */
function hidesImport(node: SyntaxNode): boolean {
  return (
    node.type === 'TsImportType' ||
    (isImportCall(node) && importedByCall(node) === undefined) ||
    (node.type === 'Identifier' &&
      ['createRequire', 'getBuiltinModule'].includes(textOf(node) ?? ''))
  );
}

function isTypeStatement(statement: SyntaxNode): boolean {
  switch (statement.type) {
    case 'ExportDeclaration':
      return isTypeStatement(child(statement, 'declaration') ?? statement);
    case 'ExportNamedDeclaration':
    case 'ImportDeclaration':
      return statement['typeOnly'] === true;
    default:
      return ['EmptyStatement', 'TsInterfaceDeclaration', 'TsTypeAliasDeclaration'].includes(
        statement.type,
      );
  }
}
