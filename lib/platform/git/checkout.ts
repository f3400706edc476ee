import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sha, sha } from '#model/ids.ts';
import type { Checkout, CheckoutWanted } from '#worker/needs/checkout.ts';
import { git, type GitAnswer, type GitDeps, must, overriding } from './git.ts';

export interface CheckoutDeps extends GitDeps {
  /** How repositories may be reached; absent: by http and https. */
  readonly protocols?: readonly string[];
}

/** Fetches with our own settings alone; a folder with objects of earlier checkouts only saves transfer. */
export function createCheckout(deps: CheckoutDeps): Checkout {
  return {
    open: async (wanted) => {
      const slow = { ...deps, wallMs: longestFetchMs };
      const from = separateCredentials(wanted);
      await mkdir(wanted.folder, { recursive: true });
      await makeRepository(deps, wanted.folder, from);
      await fetchInto(slow, wanted, from);
      const out = ['checkout', '--quiet', '--force', '--detach', wanted.head];
      must(await git(slow, wanted.folder, out), `check out ${wanted.head}`);
      return { mergeBase: await findMergeBase(deps, wanted) };
    },
  };
}

const longestFetchMs = 10 * 60_000;

/** Where commits come from. Arguments and files may be read by others, so an address holds no credentials. */
interface Origin {
  readonly url: string;
  /** As `user:password`. */
  readonly credentials?: string | undefined;
}

function separateCredentials({ url, token }: CheckoutWanted): Origin {
  const own = token === undefined ? undefined : `x-access-token:${token}`;
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.username === '' && parsed.password === '')) {
    return { url, credentials: own };
  }
  const inside = [parsed.username, parsed.password].map(decodeURIComponent).join(':');
  parsed.username = '';
  parsed.password = '';
  return { url: parsed.href, credentials: own ?? inside };
}

/** Without a template, so that no hooks come with it. */
async function makeRepository(deps: GitDeps, folder: string, { url }: Origin): Promise<void> {
  const init = ['init', '--quiet', '--template=', '--initial-branch=ratchetr', folder];
  must(await git(deps, '/', init), 'make the folder of the checkout');
  const remote = ['config', 'remote.origin.url', url];
  must(await git(deps, folder, remote), 'name the remote of the checkout');
}

/** Whatever is wrong with what was kept, the forge has all that is needed. */
async function fetchInto(deps: CheckoutDeps, wanted: CheckoutWanted, from: Origin): Promise<void> {
  const { cache, folder } = wanted;
  const refs = commitRefs(wanted);
  if (cache === undefined) {
    must(await fetchFromForge(deps, folder, { from, refs }), 'fetch the commits');
    return;
  }
  const isOurs = await cleanCache(deps, cache);
  if (isOurs && (await copyObjects(deps, { from: cache, into: folder, refs }))) return;
  // What is here already is not sent by the forge.
  if (isOurs) await copyObjects(deps, { from: cache, into: folder, refs: [everyRef] });
  must(await fetchFromForge(deps, folder, { from, refs }), 'fetch the commits');
  if (isOurs) await keepObjects(deps, { from: folder, into: cache, refs });
}

/**
 * Code of earlier pull requests may have run as the user who owns this folder, so nothing in it is obeyed, and no git
 * that holds a token works in it: only objects are taken from it, each by its content.
 */
async function cleanCache(deps: GitDeps, cache: string): Promise<boolean> {
  await mkdir(cache, { recursive: true });
  const planted = ['config', 'config.lock', 'config.worktree', 'commondir'];
  const lent = ['alternates', 'http-alternates'].map((name) => join('objects/info', name));
  for (const name of [...planted, 'hooks', ...lent]) {
    await rm(join(cache, name), { recursive: true, force: true });
  }
  const made = await git(deps, '/', ['init', '--quiet', '--bare', '--template=', cache]);
  return made.code === 0;
}

interface Copying {
  readonly from: string;
  readonly into: string;
  readonly refs: readonly string[];
}

async function copyObjects(deps: GitDeps, { from, into, refs }: Copying): Promise<boolean> {
  const local = { ...deps, env: { ...deps.env, GIT_ALLOW_PROTOCOL: 'file' } };
  const copied = await git(local, into, fetchArguments(`file://${from}`, refs));
  return copied.code === 0;
}

/**
 * Other workers may fetch into the same folder. Each ref is named after its commit and never moves, so the
 * second loses nothing, and no worker waits for a lock that a dead one left.
 */
async function keepObjects(deps: GitDeps, copying: Copying): Promise<void> {
  await copyObjects({ ...deps, env: { ...deps.env, GIT_DIR: copying.into } }, copying);
}

function fetchFromForge(
  deps: CheckoutDeps,
  folder: string,
  { from, refs }: { readonly from: Origin; readonly refs: readonly string[] },
): Promise<GitAnswer> {
  const protocols = (deps.protocols ?? ['http', 'https']).join(':');
  const env = { ...deps.env, ...authorization(from), GIT_ALLOW_PROTOCOL: protocols };
  return git({ ...deps, env }, folder, fetchArguments(from.url, refs));
}

function fetchArguments(url: string, refs: readonly string[]): readonly string[] {
  const plain = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  return ['fetch', ...plain, '--end-of-options', url, ...refs];
}

function commitRefs({ head, base }: CheckoutWanted): readonly string[] {
  return [...new Set([head, base])].map((commit) => `+${commit}:refs/ratchetr/${commit}`);
}

const everyRef = '+refs/ratchetr/*:refs/ratchetr/*';

/** In the environment of one git alone, for one host alone: neither arguments nor files ever hold the token. */
function authorization({ url, credentials }: Origin): Readonly<Record<string, string>> {
  if (credentials === undefined) return {};
  const header = `Authorization: Basic ${Buffer.from(credentials).toString('base64')}`;
  return overriding([[`http.${new URL(url).origin}/.extraHeader`, header]]);
}

async function findMergeBase(
  deps: GitDeps,
  { folder, head, base }: CheckoutWanted,
): Promise<Sha | undefined> {
  const answer = await git(deps, folder, ['merge-base', head, base]);
  if (answer.code === 1 && answer.stdout === '') return undefined;
  return sha.parse(must(answer, 'find the merge base').stdout.trim());
}
