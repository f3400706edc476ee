import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Provider } from '#model/provider.ts';
import type { BetaHeaders } from './rules/model-request/betas.ts';

const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

// The key decides who pays, so a client names neither itself nor an account of ours.
const ownedByGateway = [
  'accept-encoding',
  'anthropic-user-profile-id',
  'anthropic-workspace-id',
  'authorization',
  // The body is written anew, as plain JSON.
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'openai-organization',
  'openai-project',
  'x-api-key',
];

/** The headers for the provider: those of the client that may pass, and the real key. */
export function toUpstreamHeaders(
  sent: IncomingHttpHeaders,
  provider: Provider,
  key: string,
): OutgoingHttpHeaders {
  const passing = dropHeaders(sent, ownedByGateway);
  const credential =
    provider === 'anthropic' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` };
  // Usage cannot be read from a compressed answer.
  return {
    ...passing,
    ...credential,
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  };
}

/** The headers for the client. */
export function toClientHeaders(answered: IncomingHttpHeaders): OutgoingHttpHeaders {
  return dropHeaders(answered, ['set-cookie', 'alt-svc']);
}

/** What a client asks for by header. */
export function readBetas(sent: IncomingHttpHeaders): BetaHeaders {
  const textOf = (name: string) => [sent[name] ?? []].flat().join(',');
  return { anthropic: textOf('anthropic-beta'), openai: textOf('openai-beta') };
}

/** The token that a client shows, in either of the ways that agents know. */
export function readClientToken(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const key = headers['x-api-key'];
  return bearer ?? (typeof key === 'string' ? key : undefined);
}

function dropHeaders(headers: IncomingHttpHeaders, owned: readonly string[]): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...hopByHop, ...owned, ...named]);
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !dropped.has(name) && !name.startsWith('x-forwarded-'),
    ),
  );
}
