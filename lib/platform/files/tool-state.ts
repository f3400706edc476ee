import { randomUUID } from 'node:crypto';
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { TimeSource } from '#base/needs/clock.ts';
import type { TakenState, ToolState } from '#check/needs/tool-state.ts';
import { errorCode } from '#base/errors.ts';

export interface ToolStateOptions {
  /** Absolute. */
  readonly folder: string;
  readonly clock: TimeSource;
  readonly limits?: StateLimits;
}

interface StateLimits {
  readonly mostBytes: number;
  readonly longestUnusedMs: number;
  /** How long to let it be in between. */
  readonly everyMs: number;
}

const defaultLimits: StateLimits = {
  mostBytes: 1024 * 1024 * 1024,
  longestUnusedMs: 14 * 24 * 3_600_000,
  everyMs: 3_600_000,
};

/** Where the note lies in each of them; the tool has the folder beside it. */
const noteName = 'note.json';
const toolFolder = 'tool';

/**
 * One folder for each key, which is renamed while a run has it: renaming is done by one of two at the same time, and the
 * other finds nothing. What a run that was killed had taken grows old and is removed.
 */
export function createToolState({ folder, clock, limits }: ToolStateOptions): ToolState {
  return {
    take: async (key) => {
      const own = join(folder, `${key}.${randomUUID()}.taken`);
      try {
        return await takeFolder({ kept: join(folder, key), own });
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        return undefined;
      }
    },
  };

  async function takeFolder({ kept, own }: { readonly kept: string; readonly own: string }) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await rename(kept, own).then(
      () => true,
      () => false,
    );
    if (!found) await mkdir(join(own, toolFolder), { recursive: true, mode: 0o700 });
    const note = found
      ? await readFile(join(own, noteName), 'utf8').catch(() => undefined)
      : undefined;
    const drop = () => removeFolder(own);
    const taken: TakenState = {
      folder: join(own, toolFolder),
      note,
      drop,
      keep: async (text) => {
        const now = clock.now() / 1_000;
        try {
          await writeFile(join(own, noteName), text, { mode: 0o600 });
          await utimes(own, now, now);
          await removeFolder(kept);
          await rename(own, kept);
        } catch (error) {
          if (errorCode(error) === undefined) throw error;
          await drop();
        }
        await pruneStates(folder, clock.now(), limits ?? defaultLimits).catch(ignoreSystem);
      },
    };
    return taken;
  }
}

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 2 }).catch(ignoreSystem);
}

/** A disk that is full or may not be written costs the next run its time, not this one its result. */
function ignoreSystem(error: unknown): void {
  if (errorCode(error) === undefined) throw error;
}

/** Removes what was not used for long and then, oldest first, what is too much; does nothing when done lately. */
async function pruneStates(folder: string, now: number, limits: StateLimits): Promise<void> {
  const marker = join(folder, 'pruned');
  const last = await stat(marker).catch(() => undefined);
  if (last !== undefined && Math.abs(now - last.mtimeMs) < limits.everyMs) return;
  await writeFile(marker, '');
  await utimes(marker, now / 1_000, now / 1_000);
  const states = (await listStates(folder)).toSorted((a, b) => b.usedAt - a.usedAt);
  let kept = 0;
  for (const { path, usedAt } of states) {
    const unused = now - usedAt > limits.longestUnusedMs;
    if (!unused) kept += await sizeOf(path);
    if (unused || kept > limits.mostBytes) await removeFolder(path);
  }
}

async function listStates(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const path = join(folder, name);
        const status = await stat(path).catch(() => undefined);
        return status === undefined ? [] : [{ path, usedAt: status.mtimeMs }];
      }),
  );
  return found.flat();
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    bytes += (await lstat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
