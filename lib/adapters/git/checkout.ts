import { mkdir } from 'node:fs/promises';
import { type Sha, sha } from '#domain/model/ids.ts';
import type { Checkout, CheckoutWanted } from '#ports/checkout.ts';
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
      await mkdir(wanted.folder, { recursive: true });
      await makeRepository(deps, wanted);
      await fetchInto(slow, wanted);
      const out = ['checkout', '--quiet', '--force', '--detach', wanted.head];
      must(await git(slow, wanted.folder, out), `check out ${wanted.head}`);
      return { mergeBase: await mergeBaseOf(deps, wanted) };
    },
  };
}

const longestFetchMs = 10 * 60_000;

/** Without a template, so that nobody's hooks come with it. */
async function makeRepository(deps: GitDeps, { folder, url }: CheckoutWanted): Promise<void> {
  const init = ['init', '--quiet', '--template=', '--initial-branch=ratchetr', folder];
  must(await git(deps, '/', init), 'make the folder of the checkout');
  const remote = ['config', 'remote.origin.url', withoutCredentials(url)];
  must(await git(deps, folder, remote), 'name the remote of the checkout');
}

function withoutCredentials(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

/** Whatever is wrong with what was kept, the forge has all that is needed. */
async function fetchInto(deps: CheckoutDeps, wanted: CheckoutWanted): Promise<void> {
  const { cache, folder } = wanted;
  const kept = cache !== undefined && (await bringUpToDate(deps, { ...wanted, cache }));
  if (kept) {
    const local = { ...deps, env: { ...deps.env, GIT_ALLOW_PROTOCOL: 'file' } };
    const copied = await git(local, folder, fetching(`file://${cache}`, wanted));
    if (copied.code === 0) return;
  }
  must(await fromForge(deps, folder, wanted), 'fetch the commits');
}

/**
 * Other workers may fetch into the same folder. Each ref is named after its commit and never moves, so whoever comes
 * second loses nothing, and nobody waits for a lock that a dead one left.
 */
async function bringUpToDate(
  deps: CheckoutDeps,
  wanted: CheckoutWanted & { readonly cache: string },
): Promise<boolean> {
  const { cache, head, base } = wanted;
  await mkdir(cache, { recursive: true });
  const made = await git(deps, '/', ['init', '--quiet', '--bare', '--template=', cache]);
  if (made.code !== 0) return false;
  const own = { ...deps, env: { ...deps.env, GIT_DIR: cache } };
  const isKept = async (): Promise<boolean> => {
    const refs = [head, base].map((commit) => `${refOf(commit)}^{commit}`);
    const found = await Promise.all(
      refs.map((ref) => git(own, cache, ['rev-parse', '--verify', '--quiet', ref])),
    );
    return found.every(({ code }) => code === 0);
  };
  if (await isKept()) return true;
  await fromForge(own, cache, wanted);
  return isKept();
}

function fromForge(deps: CheckoutDeps, folder: string, wanted: CheckoutWanted): Promise<GitAnswer> {
  const protocols = (deps.protocols ?? ['http', 'https']).join(':');
  const env = { ...deps.env, ...authorization(wanted), GIT_ALLOW_PROTOCOL: protocols };
  return git({ ...deps, env }, folder, fetching(wanted.url, wanted));
}

function fetching(url: string, { head, base }: CheckoutWanted): readonly string[] {
  const refs = [...new Set([head, base])].map((commit) => `+${commit}:${refOf(commit)}`);
  const plain = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  return ['fetch', ...plain, '--end-of-options', url, ...refs];
}

function refOf(commit: Sha): string {
  return `refs/ratchetr/${commit}`;
}

/** In the environment of one git alone, for one host alone: neither arguments nor files ever hold the token. */
function authorization({ url, token }: CheckoutWanted): Readonly<Record<string, string>> {
  if (token === undefined) return {};
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  const header = `Authorization: Basic ${credentials}`;
  return overriding([[`http.${new URL(url).origin}/.extraHeader`, header]]);
}

async function mergeBaseOf(
  deps: GitDeps,
  { folder, head, base }: CheckoutWanted,
): Promise<Sha | undefined> {
  const answer = await git(deps, folder, ['merge-base', head, base]);
  if (answer.code === 1 && answer.stdout === '') return undefined;
  return sha.parse(must(answer, 'find the merge base').stdout.trim());
}
