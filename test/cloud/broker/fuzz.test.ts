import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretOf } from '../../support/broker.ts';
import { type DynamoEndpoint, startDynamo } from '../../support/dynamo.ts';
import { type Asking, workingGround } from './ground.ts';
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

/** A good body in which one place holds something else, or nothing. */
const nearlyGood = fc
  .tuple(fc.constantFrom(...Object.entries(goodBodies)), fc.nat(), fc.option(anything))
  .map(([[verb, body], place, value]) => {
    const places = placesIn(body);
    const path = places[place % places.length] ?? [];
    return { verb, asking: { body: replaced(body, path, value) } };
  });

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

const fuzzed: Readonly<
  Record<string, fc.Arbitrary<{ readonly verb: string; readonly asking: Partial<Asking> }>>
> = {
  'bodies that are nearly good': nearlyGood,
  'bodies of any JSON': anyBody,
  'bodies of any bytes': anyBytes,
  'methods, paths and headers of any kind': anyRequest,
  'tokens that are nearly good': anyToken,
};

for (const store of ['SQLite', 'DynamoDB'] as const) {
  describe(`the broker over ${store}, asked with`, () => {
    for (const [what, requests] of Object.entries(fuzzed)) {
      it(`${what}, answers or refuses with a reason, and writes nothing where it refuses`, async () => {
        expect.hasAssertions();
        await fc.assert(await propertyOf(store, requests), { numRuns: 250, endOnFailure: true });
      });
    }
  });
}

async function propertyOf(
  store: 'SQLite' | 'DynamoDB',
  requests: fc.Arbitrary<{ readonly verb: string; readonly asking: Partial<Asking> }>,
) {
  const open = () => workingGround(store === 'DynamoDB' ? endpoint : undefined);
  let ground = await open();
  let before = await ground.dump();
  return fc.asyncProperty(requests, async ({ verb, asking }) => {
    const { status, text } = await ground.post(verb, { token: secretOf(own), ...asking });
    expect(ground.errors).toEqual([]);
    if (status === 200) {
      // After its last word a worker is refused everything.
      if (verb === 'finish') ground = await open();
      before = await ground.dump();
      return;
    }
    expect([400, 401, 404, 405, 409, 410, 413, 415]).toContain(status);
    expect(JSON.parse(text)).toEqual({ reason: expect.stringMatching(/./) });
    expect(await ground.dump()).toBe(before);
  });
}
