import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync, inflateSync } from 'node:zlib';
import { commitBody, objectId, parseCommit, parseTree, treeBody } from './git-objects.ts';
import type { CommitObject, ObjectType, TreeEntry } from './git-objects.ts';

/**
 * A bare repository on disk that real git serves. Objects are read and written here without a git
 * process each, because a world of thousands of pull requests would take minutes otherwise.
 */
export interface GitStore {
  readonly dir: string;
  /** The commit a full ref name points to. */
  ref(name: string): string | undefined;
  /** Moves, makes or (undefined) deletes a ref, without asking and without any event. */
  setRef(name: string, sha: string | undefined): void;
  object(sha: string): GitObject | undefined;
  commit(sha: string): CommitObject | undefined;
  tree(sha: string): readonly TreeEntry[] | undefined;
  blob(sha: string): Buffer | undefined;
  writeBlob(content: string | Uint8Array): string;
  writeTree(entries: readonly TreeEntry[]): string;
  writeCommit(commit: CommitObject): string;
  /** Runs git in the repository; throws with its words when it fails. */
  git(args: readonly string[]): Promise<string>;
}

interface GitObject {
  readonly type: ObjectType;
  readonly body: Buffer;
}

/** Makes a bare repository; with `network` it shares all objects of that one, as forks do. */
export function createGitStore(
  dir: string,
  options: { readonly defaultBranch: string; readonly network?: GitStore },
): GitStore {
  initialize(dir, options);
  const commits = new Map<string, CommitObject>();
  const trees = new Map<string, readonly TreeEntry[]>();
  const typed = (sha: string, type: ObjectType) => {
    const object = readObject(dir, sha);
    return object?.type === type ? object.body : undefined;
  };
  return {
    dir,
    ref: (name) => readRef(dir, name),
    setRef: (name, sha) => writeRef(dir, { name, sha }),
    object: (sha) => readObject(dir, sha),
    commit: (sha) =>
      remembered(commits, sha, () => {
        const body = typed(sha, 'commit');
        return body && parseCommit(body.toString('utf8'));
      }),
    tree: (sha) =>
      remembered(trees, sha, () => {
        const body = sha === emptyTree ? Buffer.alloc(0) : typed(sha, 'tree');
        return body && parseTree(body);
      }),
    blob: (sha) => typed(sha, 'blob'),
    writeBlob: (content) => writeObject(dir, { type: 'blob', body: Buffer.from(content) }),
    writeTree: (entries) => writeObject(dir, { type: 'tree', body: treeBody(entries) }),
    writeCommit: (commit) => writeObject(dir, { type: 'commit', body: commitBody(commit) }),
    git: (args) => runGit(dir, args),
  };
}

/** Forty zeros: what git calls a commit that is not there. */
export const noCommit = '0'.repeat(40);

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const shaPattern = /^[0-9a-f]{40}$/u;

// Everything stays loose: packs would send each read through a git process.
const settings = `[receive]
\tunpackLimit = 1000000
\tautogc = false
[gc]
\tauto = 0
[http]
\treceivepack = true
[uploadpack]
\tallowAnySHA1InWant = true
`;

function initialize(
  dir: string,
  options: { readonly defaultBranch: string; readonly network?: GitStore },
): void {
  mkdirSync(dir, { recursive: true });
  execFileSync('git', ['init', '--quiet', '--bare', '-b', options.defaultBranch], { cwd: dir });
  appendFileSync(join(dir, 'config'), settings);
  if (!options.network) return;
  rmSync(join(dir, 'objects'), { recursive: true });
  symlinkSync(join(options.network.dir, 'objects'), join(dir, 'objects'));
}

// Misses are not kept: the object may be pushed later.
function remembered<T>(
  known: Map<string, T>,
  sha: string,
  read: () => T | undefined,
): T | undefined {
  const value = known.get(sha) ?? read();
  if (value !== undefined) known.set(sha, value);
  return value;
}

function readRef(dir: string, name: string): string | undefined {
  const path = join(dir, name);
  try {
    const sha = readFileSync(path, 'utf8').trim();
    return shaPattern.test(sha) ? sha : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function writeRef(dir: string, ref: { readonly name: string; readonly sha: string | undefined }) {
  const path = join(dir, ref.name);
  if (ref.sha === undefined) {
    rmSync(path, { force: true });
    return;
  }
  putFile(path, `${ref.sha}\n`);
}

function readObject(dir: string, sha: string): GitObject | undefined {
  if (!shaPattern.test(sha)) return undefined;
  try {
    return parseLoose(inflateSync(readFileSync(loosePath(dir, sha))));
  } catch (error) {
    if (isMissing(error)) return readPacked(dir, sha);
    throw error;
  }
}

function parseLoose(bytes: Buffer): GitObject {
  const zero = bytes.indexOf(0);
  const type = objectType(bytes.toString('latin1', 0, bytes.indexOf(0x20)));
  return { type, body: bytes.subarray(zero + 1) };
}

// Only what a pack holds comes here, and only if somebody packed the repository by hand.
function readPacked(dir: string, sha: string): GitObject | undefined {
  if (!existsSync(join(dir, 'objects', 'info', 'packs'))) return undefined;
  const answer = execFileSync('git', ['cat-file', '--batch'], { cwd: dir, input: `${sha}\n` });
  const line = answer.toString('utf8', 0, answer.indexOf(0x0a));
  if (line.endsWith(' missing')) return undefined;
  const [, type = ''] = line.split(' ');
  return { type: objectType(type), body: answer.subarray(line.length + 1, -1) };
}

function objectType(text: string): ObjectType {
  if (text === 'blob' || text === 'tree' || text === 'commit' || text === 'tag') return text;
  throw new Error(`git names a type of object that does not exist: ${text}`);
}

function writeObject(dir: string, object: GitObject): string {
  const sha = objectId(object.type, object.body);
  const path = loosePath(dir, sha);
  if (existsSync(path)) return sha;
  const header = Buffer.from(`${object.type} ${object.body.length}\0`);
  putFile(path, deflateSync(Buffer.concat([header, object.body]), { level: 1 }));
  return sha;
}

// Readers in other processes must never see half a file. Folders are nearly always there.
function putFile(path: string, content: string | Uint8Array): void {
  const half = `${path}.new`;
  try {
    writeFileSync(half, content);
  } catch (error) {
    if (!isMissing(error)) throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(half, content);
  }
  renameSync(half, path);
}

function loosePath(dir: string, sha: string): string {
  return join(dir, 'objects', sha.slice(0, 2), sha.slice(2));
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'ENOTDIR')
  );
}

const run = promisify(execFile);

async function runGit(dir: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', [...args], { cwd: dir, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
