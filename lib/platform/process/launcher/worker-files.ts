import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Launch } from '#ratchet/needs/launcher.ts';

/** Where the files of a launch lie, without their endings: `claim`, `log`, `exit` and `stop`. */
export function workerFilePrefix(folder: string, name: string): string {
  return join(folder, name);
}

/** Ids have neither slashes nor dashes at their end that a number could be taken for. */
export function launchName({ runId, number }: Launch): string {
  return `${runId}-${number}`;
}

/** The name of the launch that a file of the folder belongs to, also one that is not complete yet. */
export function launchNameIn(file: string): string {
  return file.replace(/\.(?:claim|exit|log|stop)(?:\.[^.]*)?$/, '');
}

/** What the processes of a worker inherit: the same for every launcher, and another for every worker. */
export function workerMark(folder: string, name: string): string {
  return workerFilePrefix(folder, name);
}

/** The worker of a launch, as its launcher knows it, if there was one. */
export function claimIn(folder: string, name: string): string | undefined {
  const identity = readIfThere(`${workerFilePrefix(folder, name)}.claim`)?.trim();
  return identity === undefined ? undefined : `${identity}:${name}`;
}

/** Launches whose end is not written down yet. */
export function openClaims(folder: string): readonly string[] {
  const names = readdirSync(folder);
  const ended = new Set(names.filter((name) => name.endsWith('.exit')));
  return names
    .flatMap((name) => (name.endsWith('.claim') ? [name.slice(0, -'.claim'.length)] : []))
    .filter((name) => !ended.has(`${name}.exit`))
    .flatMap((name) => claimIn(folder, name) ?? []);
}

/** How a worker ended, where it could still be written down. */
export function exitCodeIn(folder: string, name: string): number | undefined {
  const text = readIfThere(`${workerFilePrefix(folder, name)}.exit`);
  return text === undefined ? undefined : Number(text);
}

export function stopReasonIn(folder: string, name: string): string | undefined {
  return readIfThere(`${workerFilePrefix(folder, name)}.stop`);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
