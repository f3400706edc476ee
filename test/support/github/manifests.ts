import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { World } from './world.ts';

const ADDRESS = /^(?:\/organizations\/([^/]+))?\/settings\/apps\/new$/;

/** What GitHub reads of a manifest; anything else it would refuse is left to people. */
const manifestShape = z.object({
  name: z.string().max(34).optional(),
  url: z.url(),
  hook_attributes: z.object({ url: z.url(), active: z.boolean().optional() }).optional(),
  redirect_url: z.url(),
  public: z.boolean().optional(),
  default_permissions: z.record(z.string(), z.enum(['read', 'write', 'admin'])).optional(),
  default_events: z.array(z.string()).optional(),
});

/** Whether it is the page on which a browser brings the manifest of a new App. */
export function isManifestPath(pathname: string): boolean {
  return ADDRESS.test(pathname);
}

/**
 * Makes the App as if a signed-in person had said yes at once, and sends the browser back with a code. It belongs to
 * the organization of the address, else to that person, who is octocat.
 */
export async function answerManifest(
  world: World,
  { incoming, url }: { readonly incoming: IncomingMessage; readonly url: URL },
  outgoing: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await text(incoming));
  const read = manifestShape.safeParse(jsonOf(form.get('manifest')));
  if (incoming.method !== 'POST' || !read.success) {
    outgoing.writeHead(422, { 'content-type': 'text/html' });
    outgoing.end('<title>Invalid GitHub App configuration</title>');
    return;
  }
  const code = randomBytes(20).toString('hex');
  const owner = ADDRESS.exec(url.pathname)?.[1] ?? 'octocat';
  world.newApps.set(code, newAppOf(read.data, owner));
  const back = new URL(read.data.redirect_url);
  back.searchParams.set('code', code);
  const state = url.searchParams.get('state');
  if (state !== null) back.searchParams.set('state', state);
  outgoing.writeHead(302, { location: back.href });
  outgoing.end();
}

function newAppOf(manifest: z.infer<typeof manifestShape>, owner: string) {
  const { privateKey: pem, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const { name = `app-of-${owner}`, hook_attributes: hook } = manifest;
  return {
    slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    name,
    owner,
    publicKey,
    pem,
    permissions: { metadata: 'read' as const, ...manifest.default_permissions },
    events: manifest.default_events ?? [],
    ...(hook && { webhook: { url: hook.url, secret: randomBytes(20).toString('hex') } }),
  };
}

function jsonOf(manifest: string | null): unknown {
  try {
    return JSON.parse(manifest ?? '');
  } catch {
    return undefined;
  }
}
