import type * as z from 'zod';

/** One thing that a client may ask of a server: a row of the table that both are derived from. */
export interface Method<
  Request extends z.ZodType<object> = z.ZodType<object>,
  Response extends z.ZodType = z.ZodType,
> {
  /** As it stands on the wire. */
  readonly name: string;
  readonly request: Request;
  readonly response: Response;
  /** The members of the request that a call passes, in this order; absent: it passes the request itself. */
  readonly parameters?: readonly string[];
}

/** What is said of a method where it is written down. */
export interface MethodFacts<Request extends z.ZodType<object>, Response extends z.ZodType> {
  readonly request: Request;
  readonly response: Response;
  readonly parameters?: readonly (keyof z.output<Request> & string)[];
}

/** A method by its name on the wire, with what else its protocol says of each of them. */
export function method<
  Request extends z.ZodType<object>,
  Response extends z.ZodType,
  const Facts extends object,
>(
  name: string,
  facts: Facts & MethodFacts<Request, Response>,
): Facts & Pick<Method<Request, Response>, 'name' | 'request' | 'response'> {
  return { ...facts, name };
}

export type MethodTable = Readonly<Record<string, Method>>;

/** The members of these names, one after the other; what may be left out of a request may be left out at the end. */
type Members<Of, Names extends readonly string[]> = Names extends readonly [
  infer First,
  ...infer Rest extends readonly string[],
]
  ? undefined extends Of[First & keyof Of]
    ? [given?: Of[First & keyof Of], ...rest: Members<Of, Rest>]
    : [given: Of[First & keyof Of], ...rest: Members<Of, Rest>]
  : [];

type Passed<Of extends Method, Request> = Of extends {
  readonly parameters: infer Names extends readonly string[];
}
  ? Members<Request, Names>
  : [request: Request];

/** What a client of these methods can call. */
export type ClientOf<Methods extends MethodTable> = {
  readonly [Name in keyof Methods]: (
    ...given: Passed<Methods[Name], z.input<Methods[Name]['request']>>
  ) => Promise<z.output<Methods[Name]['response']>>;
};

/** What serves these methods. */
export type ServerOf<Methods extends MethodTable> = {
  readonly [Name in keyof Methods]: (
    ...given: Passed<Methods[Name], z.output<Methods[Name]['request']>>
  ) => Promise<z.input<Methods[Name]['response']>>;
};

/** A client of these methods. How a request is sent is up to `send`, which also reads the response by its schema. */
export function clientOf<Methods extends MethodTable>(
  methods: Methods,
  send: (method: Methods[keyof Methods], request: unknown) => Promise<unknown>,
): ClientOf<Methods>;
export function clientOf(
  methods: MethodTable,
  send: (method: Method, request: unknown) => Promise<unknown>,
): object {
  const calls = Object.entries(methods).map(
    ([key, one]) =>
      [key, (...given: readonly unknown[]) => send(one, packRequest(one, given))] as const,
  );
  return Object.fromEntries(calls);
}

function packRequest({ parameters }: Method, given: readonly unknown[]): unknown {
  if (parameters === undefined) return given[0];
  const members = parameters.map((name, index) => [name, given[index]] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** A method, and how its table and its server call it. */
export interface MethodRow<Of extends Method = Method> {
  readonly key: string;
  readonly method: Of;
}

export function rowNamed<Of extends Method>(
  methods: Readonly<Record<string, Of>>,
  name: string,
): MethodRow<Of> | undefined {
  const row = Object.entries(methods).find(([, one]) => one.name === name);
  return row && { key: row[0], method: row[1] };
}

interface Serving {
  serve(...given: readonly unknown[]): Promise<unknown>;
}

/** Calls what serves a method, with a request that was read by its schema. */
export async function callServer(
  server: Readonly<Record<string, Serving['serve'] | undefined>>,
  { key, method: { name, parameters } }: MethodRow,
  request: object,
): Promise<unknown> {
  if (server[key] === undefined) throw new Error(`Nothing here serves ${name}`);
  const members = new Map<string, unknown>(Object.entries(request));
  return server[key](...(parameters?.map((one) => members.get(one)) ?? [request]));
}
