import { readFile } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';

/** Files that the product starts or loads by their path: the name in the bundle, and the source. */
export type Programs = Readonly<Record<string, string>>;

/**
 * Sees to it that the product finds its own files in a bundle, where all lie in one folder. It names them in one way alone,
 * `new URL('path', import.meta.url)`; each of them becomes an entry of the bundle. Any other way is an error, or what is
 * found so would be missed until a user needs it. A bundle beside the sources finds them where they are.
 */
export function ownFiles(
  root: string,
  besideSources?: string,
): { readonly plugin: Plugin; programs(): Programs } {
  const found = new Map<string, string>();
  const nameOf = (target: string): string =>
    besideSources === undefined
      ? inBundle(target, found)
      : relative(besideSources, join(root, target)).split(sep).join('/');
  const plugin: Plugin = {
    name: 'own-files',
    setup: (build) => {
      build.onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
        const file = relative(root, path).split(sep).join('/');
        const isTakenAsItIs = copied.some((extension) => file.endsWith(extension));
        if (!file.startsWith('lib/') || isTakenAsItIs) return undefined;
        const text = await readFile(path, 'utf8');
        return text.includes(place) ? rewritten({ file, text, nameOf }) : undefined;
      });
    },
  };
  return { plugin, programs: () => Object.fromEntries(found) };
}

const place = 'import.meta';
const reference = /new URL\(\s*'([^':]+)',\s*import\.meta\.url,?\s*\)/g;

function rewritten({
  file,
  text,
  nameOf,
}: {
  readonly file: string;
  readonly text: string;
  readonly nameOf: (target: string) => string;
}): OnLoadResult {
  const contents = text.replaceAll(reference, (_, path: string) => {
    const target = posix.join(posix.dirname(file), path);
    return `new URL('${nameOf(target)}', import.meta.url)`;
  });
  const others = text.replaceAll(reference, '');
  const loader = file.endsWith('.ts') ? 'ts' : 'js';
  if (!others.includes(place)) return { contents, loader };
  const lineText = others.split('\n').find((line) => line.includes(place)) ?? '';
  const sentence = `A bundle would not find what this names. Write new URL('<path>', import.meta.url)`;
  return { errors: [{ text: `${sentence}: ${lineText.trim()}`, location: { file } }] };
}

/** Ends of files that are copied into the bundle. */
export const copied: readonly string[] = ['.py', '.probe.mjs', '.probe.js'];

function inBundle(target: string, found: Map<string, string>): string {
  if (target === 'package.json') return '../package.json';
  const name = target
    .replace(/^lib\//, '')
    .replace(/(?:\.probe)?\.[^.]+$/, '')
    .replaceAll('/', '-');
  found.set(name, target);
  // What other programs than Node load is taken as it is.
  const isTaken = copied.some((extension) => target.endsWith(extension));
  return `./${name}${isTaken ? posix.extname(target) : '.mjs'}`;
}

/** The folder of this project. */
export const project = resolve(import.meta.dirname, '..');
