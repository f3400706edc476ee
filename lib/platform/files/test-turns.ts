import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, realpath, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { errorCode } from '#base/errors.ts';
import { parseJson } from '#base/json.ts';
import type { TestTurn, TestTurns, WantedTurn } from '#check/needs/test-turns.ts';

const holder = z.strictObject({ host: z.string(), processId: z.int().positive(), id: z.string() });
type Holder = z.infer<typeof holder>;

const askEveryMs = 100;
const beatEveryMs = 5_000;
/** A holder on another machine that shares the folder is gone when it was silent for so long. */
const longestSilenceMs = 120_000;
/** Putting one file in the place of another takes no time. */
const longestReplacingMs = 10_000;

const notTaken: TestTurn = { release: async () => {} };

/** One file for each folder with who has the turn. A disk that cannot hold it keeps nobody from running tests. */
export function createTestTurns(place: string): TestTurns {
  return {
    take: async (wanted) => {
      try {
        await mkdir(place, { recursive: true, mode: 0o700 });
        const name = createHash('sha256').update(await realpath(wanted.folder));
        return await takeTurn(join(place, name.digest('hex')), wanted);
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        return notTaken;
      }
    },
  };
}

async function takeTurn(path: string, wanted: WantedTurn): Promise<TestTurn> {
  const own: Holder = { host: hostname(), processId: process.pid, id: randomUUID() };
  const endsAt = performance.now() + wanted.longestMs;
  let isTold = false;
  while (!(await tryToTake(path, own))) {
    if (wanted.signal?.aborted === true) return notTaken;
    const other = await readHolder(path);
    if (other !== undefined && !isTold) wanted.onWait(other.processId);
    isTold ||= other !== undefined;
    if (performance.now() > endsAt) return notTaken;
    await wait(askEveryMs);
  }
  const beat = setInterval(() => void touch(path), beatEveryMs).unref();
  return {
    release: async () => {
      clearInterval(beat);
      if ((await readHolder(path))?.id === own.id) await rm(path, { force: true });
    },
  };
}

async function tryToTake(path: string, own: Holder): Promise<boolean> {
  const text = JSON.stringify(own);
  if (await create(path, text)) return true;
  if (!(await isAbandoned(path))) return false;
  // One of those that wait puts itself in the place of who is gone.
  const guard = `${path}.replacing`;
  if (!(await create(guard, text))) {
    const since = await ageOf(guard);
    if (since !== undefined && since > longestReplacingMs) await rm(guard, { force: true });
    return false;
  }
  try {
    if (!(await isAbandoned(path))) return false;
    await writeFile(`${path}.${own.id}`, text, { mode: 0o600 });
    await rename(`${path}.${own.id}`, path);
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

async function create(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  }
}

/** A file that says nobody may be one that is just being written. */
async function isAbandoned(path: string): Promise<boolean> {
  const age = await ageOf(path);
  if (age === undefined) return false;
  const other = await readHolder(path);
  if (other === undefined) return age > longestReplacingMs;
  return other.host === hostname() ? !isAlive(other.processId) : age > longestSilenceMs;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return holder.safeParse(parseJson(text)).data;
}

async function ageOf(path: string): Promise<number | undefined> {
  const status = await stat(path).catch(() => undefined);
  return status && Date.now() - status.mtimeMs;
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
