import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretOf } from '../../support/broker.ts';
import { type DynamoEndpoint, startDynamo } from '../../support/dynamo.ts';
import { workingGround } from './ground.ts';
import { placesIn, replaced } from './places.ts';
import { goodBodies, own } from './samples.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

/** What JSON can say and stores choke on, or could never read again. */
const oddValues: Readonly<Record<string, unknown>> = {
  'half a character': '\ud800',
  'a character of no width': '\0',
  'a text longer than an item': 'ü'.repeat(400_000),
  'a number that is too large': 1e300,
  'a number that is too small': 1e-300,
  'the last whole number': Number.MAX_SAFE_INTEGER,
  'a time in the far future': 1e13,
};

const verbs = Object.keys(goodBodies).filter((verb) => verb !== 'finish');
const reads = ['list-tasks', 'list-attempts', 'summarize-run', 'list-artifacts', 'list-accepted'];

for (const store of ['SQLite', 'DynamoDB'] as const) {
  describe(`the broker over ${store}`, () => {
    for (const [what, odd] of Object.entries(oddValues)) {
      it(`keeps or refuses ${what} in any place, and can read what it kept`, async () => {
        const ground = await workingGround(store === 'DynamoDB' ? endpoint : undefined);
        const token = secretOf(own);
        for (const verb of verbs) {
          const body = ground.bodyOf(verb);
          for (const place of placesIn(body)) {
            const { status } = await ground.post(verb, { token, body: replaced(body, place, odd) });
            expect({ verb, place, status }).not.toMatchObject({ status: 500 });
            expect({ verb, place, errors: ground.errors }).toMatchObject({ errors: [] });
          }
        }
        for (const verb of reads) {
          const { status } = await ground.post(verb, { token, body: { runId: own } });
          expect({ verb, status }).toEqual({ verb, status: 200 });
        }
      });
    }
  });
}
