import * as z from 'zod';
import { expect, it } from 'vitest';
import { clientThrough, lookWith, lookingGround, openPull, seen } from './looking.ts';

const answerShape = z.object({
  data: z.looseObject({ nodes: z.array(z.looseObject({ checks: z.unknown() })) }),
});
const page = z.looseObject({ contexts: z.looseObject({ nodes: z.array(z.unknown()) }) });

/** What GitHub tells of the checks of a pull request, and with which errors. */
interface Told {
  readonly checks: (checks: unknown) => unknown;
  readonly errors?: readonly object[];
}

/** A look at a pull request with one check, through somebody who changes what is told of it. */
async function lookTold({ checks, errors }: Told) {
  const ground = await lookingGround();
  const pull = openPull(ground, 'feature');
  ground.hands.startCheck({ sha: pull.headSha, name: 'test' });
  const client = clientThrough(ground, {
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const isLook = typeof init?.body === 'string' && init.body.includes('PullRequestsById');
      if (!isLook) return response;
      const { data } = answerShape.parse(await response.json());
      const nodes = data.nodes.map((node) => ({ ...node, checks: checks(node.checks) }));
      return Response.json({ data: { ...data, nodes }, ...(errors && { errors }) });
    },
  });
  const [reading] = await lookWith(ground, client)([pull]);
  return seen(reading).facts;
}

const same = (checks: unknown): unknown => checks;
const withNull = (checks: unknown): unknown => {
  const { contexts, ...rest } = page.parse(checks);
  return { ...rest, contexts: { ...contexts, nodes: [...contexts.nodes, null] } };
};
const run = ['nodes', 0, 'checks', 'contexts', 'nodes', 0];
const hidden = (...path: readonly (string | number)[]) => [
  { type: 'FORBIDDEN', message: 'Resource not accessible by integration', path },
];

it.each<[boolean, string, Told]>([
  [true, 'none is hidden', { checks: same }],
  [false, 'all are hidden', { checks: () => null, errors: hidden('nodes', 0, 'checks') }],
  [false, 'one is hidden, and nothing said of it', { checks: withNull }],
  [false, 'something of one is hidden', { checks: same, errors: hidden(...run, 'conclusion') }],
  [
    true,
    'only the workflow of one is hidden',
    { checks: same, errors: hidden(...run, 'checkSuite', 'workflowRun') },
  ],
])('calls checks complete (%s) where %s', async (complete, _, told) => {
  expect(await lookTold(told)).toMatchObject({ checksComplete: complete });
});

it('does not put together the checks of two heads', async () => {
  const ground = await lookingGround();
  const pull = openPull(ground, 'feature');
  for (let index = 0; index < 127; index += 1) {
    ground.hands.startCheck({ sha: pull.headSha, name: `check ${index}` });
  }
  const client = clientThrough(ground, {
    fetch: async (url, init) => {
      if (typeof init?.body === 'string' && init.body.includes('MoreChecks')) {
        ground.hands.commit('feature', { 'src/feature.py': 'newer = 1\n' });
        for (let index = 0; index < 110; index += 1) {
          ground.hands.startCheck({ sha: pull.headSha, name: `check ${index}` });
        }
      }
      return fetch(url, init);
    },
  });
  const [reading] = await lookWith(ground, client)([pull]);
  expect(seen(reading).facts).toMatchObject({ checksComplete: false });
  expect(seen(reading).facts.checks).toHaveLength(100);
});
