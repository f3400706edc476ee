import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { element } from '#base/xml-text.ts';

export interface ManifestPage {
  /** For a browser that is signed in to GitHub. */
  readonly url: string;
  /** What GitHub gave the browser to bring back. */
  readonly code: Promise<string>;
  close(): Promise<void>;
}

export interface ManifestOptions {
  /** Where GitHub accepts manifests. */
  readonly action: string;
  /** By the address to which the browser comes back. */
  readonly manifestFor: (redirectUrl: string) => object;
}

/** Serves a page on this machine alone that takes the manifest of an App to GitHub and gets its code back. */
export async function serveManifest(options: ManifestOptions): Promise<ManifestPage> {
  const state = randomBytes(24).toString('base64url');
  const { promise: code, resolve } = Promise.withResolvers<string>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  const page = { ...options, url, state, taken: resolve };
  server.on('request', (incoming, outgoing) => serveRequest(page, incoming, outgoing));
  return {
    url: `${url}/`,
    code,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Page extends ManifestOptions {
  readonly url: string;
  readonly state: string;
  readonly taken: (code: string) => void;
}

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly script?: string;
}

function serveRequest(page: Page, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // Under any other host name the page of another site could read the state.
  const isOurs = `http://${incoming.headers.host ?? ''}` === page.url;
  const asked = new URL(incoming.url ?? '/', page.url);
  const reply =
    isOurs && incoming.method === 'GET'
      ? routePageRequest(page, asked)
      : { status: 403, body: 'Only this address is served.' };
  sendPage(outgoing, reply);
}

function routePageRequest(page: Page, { pathname, searchParams }: URL): Reply {
  if (pathname === '/') {
    return { status: 200, body: renderForm(page), script: 'document.forms[0].submit()' };
  }
  if (pathname === '/done') return takeCode(page, searchParams);
  return { status: 404, body: 'There is nothing here.' };
}

function takeCode({ state, taken }: Page, query: URLSearchParams): Reply {
  const code = query.get('code') ?? '';
  if (!isSameState(query.get('state') ?? '', state) || !/^[\w-]{1,200}$/.test(code)) {
    return {
      status: 400,
      body: 'This is no answer to what was asked: begin again at the first page.',
    };
  }
  taken(code);
  return {
    status: 200,
    body: 'The App was made. Go on in the terminal; this page can be closed.',
  };
}

function isSameState(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function renderForm({ action, manifestFor, url, state }: Page): string {
  const manifest = JSON.stringify(manifestFor(`${url}/done`));
  return element('form', { method: 'post', action: `${action}?state=${state}` }, [
    element('input', { type: 'hidden', name: 'manifest', value: manifest }),
    element('button', {}, ['Go on to GitHub']),
  ]);
}

function sendPage(outgoing: ServerResponse, { status, body, script }: Reply): void {
  outgoing.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  const run = script === undefined ? '' : `<script>${script}</script>`;
  outgoing.end(`<!doctype html><title>Ratchetr</title>\n${body}\n${run}`);
}
