import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface PlantedTree {
  readonly root: string;
  remove(): void;
}

/** Makes a small tree with the aliases of this project, these files and these empty packages. */
export function plantTree(
  files: Readonly<Record<string, string>>,
  packages: readonly string[],
): PlantedTree {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ratchetr-tree-')));
  copyFileSync('package.json', join(root, 'package.json'));
  for (const [path, text] of Object.entries(files)) put(join(root, path), text);
  for (const name of packages) {
    const manifest = { name, version: '1.0.0', type: 'module', exports: './index.js' };
    put(join(root, 'node_modules', name, 'package.json'), JSON.stringify(manifest));
    put(join(root, 'node_modules', name, 'index.js'), 'export {};\n');
  }
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

/** The text of a file that imports these. */
export function importing(...specifiers: readonly string[]): string {
  return [...specifiers.map((specifier) => `import '${specifier}';`), 'export {};', ''].join('\n');
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
