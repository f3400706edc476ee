import { hash, randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TimeSource } from '#base/needs/clock.ts';
import { parseJson } from '#base/json.ts';
import { errorCode } from '#base/errors.ts';
import {
  type EnvironmentRecord,
  environmentRecord,
  environmentSeal,
  type EnvironmentSeal,
} from '#check/rules/environment/seal.ts';
import type { SealedEnvironment } from '#check/needs/environments.ts';
import { sha256, type Sha256 } from '#model/ids.ts';
import { readRemains } from './environment-remains.ts';
import {
  compareFolder,
  findTouched,
  latestChange,
  removeTracked,
  sealFolder,
} from './seal-folder.ts';

export interface EnvironmentFolder {
  /** Where all of them lie, absolute; it is ours alone. */
  readonly root: string;
  readonly clock: TimeSource;
  /** Holds a file for this process until the function is called; undefined: another process holds it. */
  readonly hold: (path: string) => (() => void) | undefined;
  readonly isHeld: (path: string) => boolean;
  /** Makes all that lies in a folder ours, and writable. */
  readonly reclaim: (folder: string) => Promise<void>;
  readonly remove: (folder: string) => Promise<void>;
}

/*
 * An environment is built in a folder with a name of its own, where it stays: programs in it know its path. Its seal is
 * written into that folder last, with a record of it, and a second name for the record, that of the environment, is what
 * makes it one that is found. A process that is killed at any point leaves a folder that nothing leads to, or a whole environment.
 */

export interface NewEnvironment {
  readonly id: string;
  readonly folder: string;
  readonly home: string;
  readonly temporary: string;
  /** Ends the use of it. */
  readonly release: () => void;
}

/** Makes the folders of an environment that is to be built; its last part is the name of the repository's folder. */
export function makeEnvironment(own: EnvironmentFolder, name: string): NewEnvironment {
  const id = randomUUID();
  mkdirSync(own.root, { recursive: true, mode: 0o711 });
  const release = use(own, id);
  const [folder = '', home = '', temporary = ''] = [join('built', name), 'home', 'tmp'].map(
    (part) => join(own.root, id, part),
  );
  for (const one of [folder, home, temporary]) mkdirSync(one, { recursive: true });
  return { id, folder, home, temporary, release };
}

/** Seals what set-up left beside the files of the tree. */
export async function sealEnvironment(
  own: EnvironmentFolder,
  made: NewEnvironment,
  tracked: ReadonlySet<string>,
): Promise<SealedEnvironment> {
  const { id, folder, home, temporary, release } = made;
  await own.reclaim(folder);
  await Promise.all([join(folder, '.git'), home, temporary].map((one) => own.remove(one)));
  removeTracked(folder, tracked);
  const remains = readRemains(folder);
  const entries = [...sealFolder(folder)];
  waitForLaterStamp(join(own.root, id, 'stamp'), latestChange(entries));
  const seal: EnvironmentSeal = { schemaVersion: 1, folder, ...remains, entries };
  const text = JSON.stringify(seal);
  writeSafely(join(own.root, id, sealName), text);
  const record: EnvironmentRecord = {
    schemaVersion: 1,
    id,
    bytes: entries.reduce((sum, [, , , size]) => sum + size, 0),
    seal: sha256.parse(hash('sha256', text)),
  };
  writeSafely(join(own.root, id, recordName), JSON.stringify(record));
  return openSealed(own, { id, seal, release });
}

const sealName = 'seal.json';
const recordName = 'record.json';

/** A later change of a file must not bear the time at which it was sealed. */
function waitForLaterStamp(path: string, latestMs: number): void {
  do writeFileSync(path, '');
  while (statSync(path).ctimeMs <= latestMs);
}

function writeSafely(path: string, text: string): void {
  const part = `${path}.part`;
  writeFileSync(part, text, { mode: 0o600, flush: true });
  renameSync(part, path);
}

/** Begins to use the environment of a name; undefined: there is none, or it is not as it was sealed. */
export async function findEnvironment(
  own: EnvironmentFolder,
  name: Sha256,
): Promise<SealedEnvironment | undefined> {
  const path = recordPath(own, name);
  const record = readRecord(path);
  if (record === undefined) return undefined;
  const release = use(own, record.id);
  const seal = readSeal(own, record);
  // It may have been cleared up before we held it.
  if (seal === undefined || !existsSync(path)) {
    release();
    return undefined;
  }
  const { changes, entries } = compareFolder(seal.folder, seal.entries);
  const noted = { ...seal, entries: [...entries] };
  const sealed = openSealed(own, { id: record.id, seal: noted, release });
  if (changes.length > 0) {
    await sealed.discard();
    return undefined;
  }
  const now = own.clock.now() / 1_000;
  utimesSync(path, now, now);
  return sealed;
}

function recordPath({ root }: EnvironmentFolder, name: Sha256): string {
  return join(root, `${name}${recordEnding}`);
}

const recordEnding = '.json';

function readRecord(path: string): EnvironmentRecord | undefined {
  return environmentRecord.safeParse(parseJson(tryRead(path))).data;
}

function readSeal(
  { root }: EnvironmentFolder,
  { id, seal }: EnvironmentRecord,
): EnvironmentSeal | undefined {
  const text = tryRead(join(root, id, sealName));
  if (hash('sha256', text) !== seal) return undefined;
  return environmentSeal.safeParse(parseJson(text)).data;
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return '';
  }
}

interface OpenedSeal {
  readonly id: string;
  readonly seal: EnvironmentSeal;
  readonly release: () => void;
}

function openSealed(own: EnvironmentFolder, { id, seal, release }: OpenedSeal): SealedEnvironment {
  const { folder, links, files, holdsProject, entries } = seal;
  const leave = async (): Promise<void> => {
    release();
    const isKept = listRecords(own).some(({ record }) => record.id === id);
    if (!isKept && !isUsed(own, id)) await own.remove(join(own.root, id));
  };
  return {
    folder,
    links,
    files,
    holdsProject,
    findChanges: async () => findTouched(folder, entries),
    keep: async (name) => {
      try {
        linkSync(join(own.root, id, recordName), recordPath(own, name));
      } catch (error) {
        // Another worker built the same meanwhile.
        if (errorCode(error) !== 'EEXIST') throw error;
      }
    },
    release: leave,
    discard: async () => {
      for (const { path, record } of listRecords(own)) {
        if (record.id === id) rmSync(path, { force: true });
      }
      await leave();
    },
  };
}

interface FoundRecord {
  readonly path: string;
  readonly usedAt: number;
  readonly record: EnvironmentRecord;
}

function listRecords({ root }: EnvironmentFolder): readonly FoundRecord[] {
  return readdirSync(root)
    .filter((name) => name.endsWith(recordEnding))
    .flatMap((name) => {
      const path = join(root, name);
      const record = readRecord(path);
      const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      return record === undefined ? [] : [{ path, record, usedAt }];
    });
}

/** Says that this process uses one; the kernel releases what a dead process held. */
function use({ root, hold }: EnvironmentFolder, id: string): () => void {
  const path = join(root, `${id}.${randomUUID()}${useEnding}`);
  const release = hold(path);
  return () => {
    release?.();
    rmSync(path, { force: true });
  };
}

const useEnding = '.use';

function isUsed({ root, isHeld }: EnvironmentFolder, id: string): boolean {
  return readdirSync(root)
    .filter((name) => name.startsWith(`${id}.`) && name.endsWith(useEnding))
    .some((name) => isHeld(join(root, name)));
}

/** Removes what nothing leads to and then, oldest first, what is too much; never what is in use. */
export async function pruneEnvironments(own: EnvironmentFolder, mostBytes: number): Promise<void> {
  if (!existsSync(own.root)) return;
  let bytes = 0;
  for (const { path, record } of listRecords(own).toSorted((a, b) => b.usedAt - a.usedAt)) {
    bytes += record.bytes;
    if (bytes > mostBytes && !isUsed(own, record.id)) unlessUsed(own, path, record.id);
  }
  const kept = new Set(listRecords(own).map(({ record }) => record.id));
  for (const entry of readdirSync(own.root, { withFileTypes: true })) {
    const { name } = entry;
    const path = join(own.root, name);
    const [id = ''] = name.split('.');
    if (entry.isDirectory()) {
      if (!kept.has(id) && !isUsed(own, id)) await own.remove(path);
    } else if (name.endsWith(asideEnding) || (name.endsWith(useEnding) && !own.isHeld(path))) {
      rmSync(path, { force: true });
    }
  }
}

const asideEnding = '.gone';

/** From the first step on nobody finds it, and who found it before is seen to use it. */
function unlessUsed(own: EnvironmentFolder, path: string, id: string): void {
  const aside = `${path}${asideEnding}`;
  renameSync(path, aside);
  if (isUsed(own, id)) renameSync(aside, path);
  else rmSync(aside, { force: true });
}
