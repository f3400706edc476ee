import { isIP } from 'node:net';

/**
 * Whether a browser asks for this machine by a name that only this machine can have. A site elsewhere may let its own
 * name lead here, and would then read the answer as its own (DNS rebinding); a bare address leads nowhere else.
 */
export function isOwnHost(asked: string | undefined, listensAt: string): boolean {
  const hostname = asked === undefined ? undefined : URL.parse(`http://${asked}`)?.hostname;
  if (hostname === undefined) return false;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  return isLocal || isAddress || hostname === listensAt.toLowerCase();
}
