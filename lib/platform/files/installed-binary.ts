import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, isAbsolute, resolve } from 'node:path';
import type { InstalledTool } from '#check/needs/installed.ts';

/** Programs that start others: what those do is not seen from here. */
const starters = new Set(
  'bash busybox cargo cargo-clippy cargo-fmt dash docker env go java just ksh make node npm npx perl ruby rustup sh sudo uv uvx zsh'.split(
    ' ',
  ),
);

/** First bytes of programs that hold all their code: of Linux, and of macOS in its four forms. */
const nativeMarks = new Set([
  '7f454c46',
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
]);

/** A program that the system starts as it is; a script says nothing of what it starts in turn. */
export function findNativeProgram(
  name: string,
  { cwd, path }: { readonly cwd: string; readonly path: string },
): InstalledTool | undefined {
  const real = resolveProgram(name, { cwd, path });
  if (real === undefined || [name, real].some((one) => starters.has(basename(one))))
    return undefined;
  if (basename(real).startsWith('python') || !isNative(real)) return undefined;
  return { stamp: programStamp(real), version: null };
}

/** Another installation of the same program has another stamp; its bytes would take too long to read. */
export function programStamp(real: string): string {
  const { size, mtimeNs, ctimeNs } = statSync(real, { bigint: true });
  return [real, size, mtimeNs, ctimeNs].join(' ');
}

/** What tells the installation of a program from another one of the same name, where the path leads to it. */
export function identifyProgram(name: string, path: string): string {
  const real = resolveProgram(name, { cwd: '/', path });
  if (real === undefined) return name;
  const { size, mtimeMs } = statSync(real);
  return [name, real, size, mtimeMs].join(' ');
}

function resolveProgram(
  name: string,
  { cwd, path }: { readonly cwd: string; readonly path: string },
): string | undefined {
  const folders = name.includes('/') ? [cwd] : path.split(delimiter).filter(isAbsolute);
  const found = folders
    .map((folder) => resolve(folder, name))
    .find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
  return found === undefined ? undefined : realpathSync(found);
}

function isNative(path: string): boolean {
  const head = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return nativeMarks.has(head.toString('hex'));
}
