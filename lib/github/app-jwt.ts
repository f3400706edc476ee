import { type KeyObject, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { ForgeRefusal } from './errors.ts';

/** The App as such, rather than one of its installations. */
export interface AppCredentials {
  readonly kind: 'app';
  readonly appId: string;
  /** PEM, as GitHub made it. */
  readonly privateKey: string;
}

/** Proves for some minutes that we are the App. No two are equal, so none can be taken for a repetition. */
export function createAppJwt({ appId, privateKey }: AppCredentials, now: number): string {
  const seconds = Math.floor(now / 1000);
  // The clock of GitHub may lag behind ours, and it takes none that is valid for over ten minutes.
  const times = { iat: seconds - 30, exp: seconds + 540 };
  const claims = { ...times, iss: appId, jti: randomUUID() };
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims].map(encode).join('.');
  const signature = sign('RSA-SHA256', Buffer.from(signed), readPrivateKey(privateKey));
  return `${signed}.${signature.toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

// In variables of the environment line ends are often written as \n.
function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
  } catch {
    throw new ForgeRefusal(
      401,
      'The private key of the GitHub App cannot be read; give the whole PEM text that GitHub made',
    );
  }
}
