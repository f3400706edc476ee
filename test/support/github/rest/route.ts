import type * as z from 'zod';
import type { Account, App, Level, Token } from '../identity.ts';
import type { Limits, RestMeter, RestWindow } from '../limits.ts';
import type { LogLinks } from './log-links.ts';
import type { Delivery, Repository } from '../model.ts';
import type { Site } from '../shapes/site.ts';
import type { World } from '../world.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who asks: an App by its JWT, a token, or nobody. */
export type Caller =
  | { readonly kind: 'app'; readonly app: App }
  | { readonly kind: 'token'; readonly token: Token }
  | { readonly kind: 'nobody' };

/** One request that has passed the door. */
export interface Call {
  readonly world: World;
  readonly site: Site;
  readonly caller: Caller;
  readonly limits: Limits;
  readonly logLinks: LogLinks;
  /** As it was asked for, without the query. */
  readonly pathname: string;
  /** The parts of the path that the route names. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly meter: RestMeter;
  /** What is left of the GraphQL points of a token's owner. */
  readonly pointsLeft: (token: Token) => RestWindow;
  /** Sends a webhook once more. */
  readonly redeliver: (delivery: Delivery) => Promise<void>;
}

export interface Answer {
  readonly status: number;
  /** Absent: no body. Big integers are written as numbers. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a token must hold for a route, by GitHub's name of the permission. */
export type Need = readonly [permission: string, level: Level];

export interface Route {
  readonly method: Method;
  /** As GitHub's description writes it, `/repos/{owner}/{repo}/...`. */
  readonly path: string;
  /** GitHub serves it, but its description does not name it. */
  readonly undocumented?: true;
  readonly answer: (call: Call) => Answer | Promise<Answer>;
}

/** A call about a repository that the caller may see. */
export interface RepositoryCall extends Call {
  readonly repository: Repository;
  readonly token: Token;
  /** Whom the change is said to come from. */
  readonly sender: Account;
}

export interface FieldError {
  readonly resource: string;
  readonly field: string;
  readonly code: string;
  readonly message?: string;
}

/** A request that GitHub answers with an error. */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: readonly FieldError[];

  constructor(status: number, message: string, fields: readonly FieldError[] = []) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

export function notFound(): Refusal {
  return new Refusal(404, 'Not Found');
}

export function invalid(field: string, message: string, resource = 'Request'): Refusal {
  return new Refusal(422, 'Validation Failed', [{ resource, field, code: 'invalid', message }]);
}

/** A value of the path; the router has made sure that it is there. */
export function segment(call: Call, name: string): string {
  const value = call.path[name];
  if (value === undefined) throw new Error(`The route has no part {${name}}`);
  return value;
}

/** A number of the path; anything else is not there. */
export function numberSegment(call: Call, name: string): number {
  const value = segment(call, name);
  if (!/^\d{1,15}$/.test(value)) throw notFound();
  return Number(value);
}

/** Reads a body; what does not fit is GitHub's validation error. */
export function bodyOf<Schema extends z.ZodType>(call: Call, schema: Schema): z.infer<Schema> {
  const read = schema.safeParse(call.body ?? {});
  if (read.success) return read.data;
  const fields = read.error.issues.map(({ path, message }) => ({
    resource: 'Request',
    field: path.join('.'),
    code: 'invalid',
    message,
  }));
  throw new Refusal(422, 'Validation Failed', fields);
}
