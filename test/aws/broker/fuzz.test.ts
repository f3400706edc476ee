import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workerProtocol } from '#worker/rules/protocol/worker-protocol.ts';
import { capabilityOf, secretOf } from '../../support/broker.ts';
import { type DynamoEndpoint, startDynamo } from '../../support/dynamo.ts';
import { type Asking, openGround, workingGround } from './ground.ts';
import { placesIn, replaced } from './places.ts';
import { goodBodies, own } from './samples.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

const verbs = fc.constantFrom(...Object.keys(goodBodies), 'start');

const oddValues: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\0',
  '\ud800',
  '../..',
  '__proto__',
  'run-2',
  'x'.repeat(70_000),
  'ü'.repeat(400_000),
  -1,
  0,
  0.5,
  1e-300,
  1e99,
  1e300,
  1e13,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  [],
  {},
  [[]],
  { '': null },
];

const anything = fc.oneof(
  fc.constantFrom(...oddValues),
  fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
);

/** One place of a good body holds something else, or nothing. */
const nearlyGood = fc
  .tuple(fc.constantFrom(...Object.keys(goodBodies)), fc.nat(), fc.option(anything))
  .map(([verb, place, value]) => ({ verb, asking: {}, changed: { place, value } }));

const anyBody = fc.tuple(verbs, anything).map(([verb, body]) => ({ verb, asking: { body } }));

const anyBytes = fc
  .tuple(verbs, fc.uint8Array({ maxLength: 200 }), fc.constantFrom('gzip', 'identity', 'br', ''))
  .map(([verb, raw, encoding]) => ({
    verb,
    asking: { raw, headers: { 'content-encoding': encoding } },
  }));

const anyRequest = fc
  .tuple(
    fc.constantFrom('POST', 'GET', 'PUT', ''),
    fc.oneof(
      fc.webPath(),
      fc.string().map((text) => `/v1/${text}`),
      fc.constantFrom('/v1/toString', '/v1/constructor', '/v1/__proto__', '/v1/claim/'),
    ),
    fc.dictionary(
      fc.constantFrom('authorization', 'content-encoding', 'accept-encoding'),
      fc.string(),
    ),
  )
  .map(([method, path, headers]) => ({ verb: 'claim', asking: { method, path, headers } }));

const anyToken = fc
  .tuple(verbs, fc.nat(), fc.stringMatching(/^[A-Za-z0-9._~-]?$/))
  .filter(([, place, text]) => text !== secretOf(own)[place % secretOf(own).length])
  .map(([verb, place, text]) => {
    const good = secretOf(own);
    const at = place % good.length;
    return { verb, asking: { token: good.slice(0, at) + text + good.slice(at + 1) } };
  });

interface Fuzzed {
  readonly verb: string;
  readonly asking: Partial<Asking>;
  /** Of the good body of the method. */
  readonly changed?: { readonly place: number; readonly value: unknown };
}

const fuzzed: Readonly<Record<string, fc.Arbitrary<Fuzzed>>> = {
  'bodies that are nearly good': nearlyGood,
  'bodies of any JSON': anyBody,
  'bodies of any bytes': anyBytes,
  'methods, paths and headers of any kind': anyRequest,
  'tokens that are nearly good': anyToken,
};

for (const store of ['SQLite', 'DynamoDB'] as const) {
  describe(`the broker over ${store}`, () => {
    it('takes a good body of each method', async () => {
      const all = Object.values(workerProtocol);
      const names = all.flatMap((part) => Object.values(part).map(({ name }) => name));
      expect(new Set([...Object.keys(goodBodies), 'start'])).toEqual(new Set(names));
      const ground = await workingGround(endpointOf(store));
      for (const verb of Object.keys(goodBodies)) {
        const asking = { token: secretOf(own), body: ground.bodyOf(verb) };
        expect({ verb, ...(await ground.post(verb, asking)) }).toMatchObject({ verb, status: 200 });
      }
    });

    for (const [what, requests] of Object.entries(fuzzed)) {
      it(`asked with ${what}, answers or refuses with a reason, and writes nothing where it refuses`, async () => {
        expect.hasAssertions();
        const property = await propertyOf(() => workingGround(endpointOf(store)), requests);
        await fc.assert(property, { numRuns: 250, endOnFailure: true });
      });
    }

    it('asked to start with any body, answers or refuses with a reason, and writes nothing where it refuses', async () => {
      expect.hasAssertions();
      const token = capabilityOf(own);
      const bodies = fc.oneof(anything, fc.record({ nonce: anything }, { requiredKeys: [] }));
      const requests = bodies.map((body) => ({ verb: 'start', asking: { token, body } }));
      const property = await propertyOf(() => launchedGround(endpointOf(store)), requests);
      await fc.assert(property, { numRuns: 250, endOnFailure: true });
    });
  });
}

function endpointOf(store: 'SQLite' | 'DynamoDB'): DynamoEndpoint | undefined {
  return store === 'DynamoDB' ? endpoint : undefined;
}

type Ground = Awaited<ReturnType<typeof openGround>> & {
  readonly bodyOf?: (verb: string) => unknown;
};

async function launchedGround(dynamo?: DynamoEndpoint): Promise<Ground> {
  const ground = await openGround(dynamo);
  await ground.plant(own, 'launching');
  return ground;
}

async function propertyOf(open: () => Promise<Ground>, requests: fc.Arbitrary<Fuzzed>) {
  let ground = await open();
  let before = await ground.dump();
  return fc.asyncProperty(requests, async ({ verb, asking, changed }) => {
    const body = changed && { body: changedBody(ground.bodyOf?.(verb), changed) };
    const { status, text } = await ground.post(verb, { token: secretOf(own), ...asking, ...body });
    expect(ground.errors).toEqual([]);
    if (status === 200) {
      // A worker starts once, and after its last word it is refused everything.
      if (verb === 'finish' || verb === 'start') ground = await open();
      before = await ground.dump();
      return;
    }
    expect([400, 401, 404, 405, 409, 410, 413, 415]).toContain(status);
    expect(JSON.parse(text)).toEqual({ reason: expect.stringMatching(/./) });
    expect(await ground.dump()).toBe(before);
  });
}

function changedBody(body: unknown, { place, value }: NonNullable<Fuzzed['changed']>): unknown {
  const places = placesIn(body);
  return replaced(body, places[place % places.length] ?? [], value);
}
