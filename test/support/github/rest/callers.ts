import { createVerify } from 'node:crypto';
import * as z from 'zod';
import type { App, Token } from '../identity.ts';
import type { World } from '../world.ts';
import { type Caller, Refusal } from './route.ts';

/** GitHub accepts no JWT that lives longer. */
const LONGEST_JWT_SECONDS = 600;
const CLOCK_SKEW_SECONDS = 60;

const claims = z.object({
  iss: z.union([z.string(), z.number()]),
  iat: z.number(),
  exp: z.number(),
});

/** Who sends this Authorization header; wrong credentials are refused, none are nobody. */
export function callerOf(world: World, authorization: string | undefined): Caller {
  if (authorization === undefined) return { kind: 'nobody' };
  const secret = secretOf(authorization);
  if (/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(secret))
    return { kind: 'app', app: appOfJwt(world, secret) };
  const token = liveToken(world, secret);
  if (token === undefined) throw new Refusal(401, 'Bad credentials');
  return { kind: 'token', token };
}

/** The token with this text, if it is still good. */
export function liveToken(world: World, secret: string): Token | undefined {
  const token = world.tokens.get(secret);
  if (token?.kind === 'installation') {
    if (token.expiresAt <= world.clock.now() || token.installation.suspended) return undefined;
  }
  return token;
}

/** The token of `Bearer` and `token`, or the password of `Basic`, as git sends it. */
export function secretOf(authorization: string): string {
  const [scheme = '', given = ''] = authorization.split(' ');
  if (scheme.toLowerCase() !== 'basic') return given;
  return Buffer.from(given, 'base64').toString('utf8').split(':').slice(1).join(':');
}

function appOfJwt(world: World, jwt: string): App {
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const read = claims.safeParse(jsonOf(body));
  if (!read.success) throw undecodable();
  const { iss, iat, exp } = read.data;
  const app = [...world.apps.values()].find(
    ({ id }) => String(id) === String(iss) || `Iv23li${id}` === iss,
  );
  if (app?.publicKey === undefined) throw new Refusal(404, 'Integration not found');
  const verifier = createVerify('RSA-SHA256').update(`${head}.${body}`);
  if (!verifier.verify(app.publicKey, signature, 'base64url')) throw undecodable();
  refuseTimes(world.clock.now() / 1000, iat, exp);
  return app;
}

function refuseTimes(now: number, iat: number, exp: number): void {
  if (exp <= now) {
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (exp > now + LONGEST_JWT_SECONDS + CLOCK_SKEW_SECONDS) {
    throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  }
  if (iat > now + CLOCK_SKEW_SECONDS) {
    throw new Refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function undecodable(): Refusal {
  return new Refusal(401, 'A JSON web token could not be decoded');
}
