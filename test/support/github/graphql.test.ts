import { describe, expect, it } from 'vitest';
import { createManualClock } from '../manual-clock.ts';
import { tempFolder } from '../temp-folder.ts';
import { askAs, documentText } from './asking.ts';
import { createGraphql } from './graphql.ts';
import { plantPull, plantWorld } from './planted-world.ts';

const here = { owner: 'octo', name: 'shop' };

async function planted() {
  const clock = createManualClock();
  const { world, hands, token } = plantWorld({ root: await tempFolder(), clock });
  const pull = plantPull(hands);
  return { clock, world, hands, token, pull, ask: askAs(world, token) };
}

describe('documents that real GitHub takes', () => {
  it('answers every field of the full reading', async () => {
    const { ask, pull } = await planted();
    const batch = documentText('pull-batch');
    const byRepository = await ask(batch, here, 'PrBatch');
    expect(byRepository.errors).toEqual([]);
    const node = 'repository.pullRequests.nodes.0';
    expect(byRepository.at(`${node}.headRefOid`)).toBe(pull.headSha);
    expect(byRepository.at(`${node}.additions`)).toBe(2);
    expect(byRepository.at(`${node}.changedFiles`)).toBe(2);
    expect(byRepository.at(`${node}.reviewThreads.nodes.0`)).toMatchObject({
      path: 'src/a.ts',
      line: 2,
      isResolved: false,
      comments: { nodes: [{ body: 'Too loud', author: { login: 'rita' } }] },
    });
    expect(byRepository.at(`${node}.statusCheckRollup`)).toMatchObject({
      state: 'FAILURE',
      contexts: {
        totalCount: 3,
        nodes: [
          { name: 'test', conclusion: 'FAILURE', checkSuite: { workflowRun: { runNumber: 1 } } },
          { name: 'scan', status: 'IN_PROGRESS', checkSuite: { workflowRun: null } },
          { context: 'legacy/build', state: 'SUCCESS', creator: { login: 'buildbot' } },
        ],
      },
    });
    const byId = await ask(batch, { ids: [pull.nodeId] }, 'PrsByNodeId');
    expect(byId.errors).toEqual([]);
    expect(byId.at('nodes.0.id')).toBe(pull.nodeId);
  });

  it('answers the light reading and what rules ask for', async () => {
    const { ask, hands, pull } = await planted();
    const light = documentText('pull-light');
    const list = await ask(light, here, 'PrLight');
    expect(list.errors).toEqual([]);
    expect(
      list.at('repository.pullRequests.nodes.0.statusCheckRollup.contexts.checkRunCountsByState'),
    ).toEqual([
      { state: 'FAILURE', count: 1 },
      { state: 'IN_PROGRESS', count: 1 },
    ]);
    hands.protect('main', { requiredChecks: [{ context: 'test' }] });
    const required = await ask(light, { ...here, n: pull.number }, 'Required');
    expect(required.errors).toEqual([]);
    const nodes = required.at('repository.pullRequest.statusCheckRollup.contexts.nodes');
    expect(nodes).toMatchObject([
      { isRequired: true },
      { isRequired: false },
      { isRequired: false },
    ]);
  });
});

describe('what it does not know', () => {
  it('is an error and never null', async () => {
    const { ask } = await planted();
    const unmodelled = await ask('{ viewer { login bio } }');
    expect(unmodelled.errors).toMatchObject([{ type: 'NOT_MODELLED', path: ['viewer', 'bio'] }]);
    const unknownArgument = await ask(
      '{ repository(owner: "octo", name: "shop") { pullRequests(first: 1, labels: ["x"]) { totalCount } } }',
    );
    expect(unknownArgument.errors).toMatchObject([{ type: 'NOT_MODELLED' }]);
    expect((await ask('{ nothing }')).errors).toHaveLength(1);
  });

  it('is NOT_FOUND where it is not there, beside what is', async () => {
    const { ask, pull } = await planted();
    const repository = await ask('{ repository(owner: "octo", name: "none") { id } }');
    expect(repository.at('repository')).toBeNull();
    expect(repository.errors).toMatchObject([{ type: 'NOT_FOUND', path: ['repository'] }]);
    const nodes = await ask('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: [pull.nodeId, 'PR_gone'],
    });
    expect(nodes.at('nodes')).toEqual([{ id: pull.nodeId }, null]);
    expect(nodes.errors).toMatchObject([{ type: 'NOT_FOUND', path: ['nodes', 1] }]);
  });
});

describe('permissions', () => {
  const contexts = `{ repository(owner: "octo", name: "shop") { pullRequest(number: 1) { title
    statusCheckRollup { state contexts(first: 10) { nodes { ... on CheckRun { name checkSuite { workflowRun { id } } } ... on StatusContext { context } } } } } } }`;
  const place = 'repository.pullRequest.statusCheckRollup.contexts.nodes';

  it('takes single checks from a token that may not read them', async () => {
    const { world } = await planted();
    const permissions = { pull_requests: 'read', statuses: 'read' } as const;
    const answer = await askAs(world, world.userToken('octo', { permissions }))(contexts);
    expect(answer.at(place)).toEqual([null, null, { context: 'legacy/build' }]);
    expect(answer.errors).toMatchObject([
      { type: 'FORBIDDEN', message: 'Resource not accessible by personal access token' },
      { type: 'FORBIDDEN' },
    ]);
  });

  it('takes only the workflow run from one without actions', async () => {
    const { world } = await planted();
    const app = world.app({ slug: 'ratchetr' });
    const permissions = { pull_requests: 'read', statuses: 'read', checks: 'read' } as const;
    const installation = world.install(app, { account: 'octo', permissions });
    const answer = await askAs(world, world.installationToken(installation))(contexts);
    expect(answer.at(`${place}.0`)).toEqual({ name: 'test', checkSuite: { workflowRun: null } });
    expect(answer.errors[0]).toMatchObject({ message: 'Resource not accessible by integration' });
  });

  it('hides a private repository from who has no part in it', async () => {
    const { world } = await planted();
    world.repository('octo/secret', { private: true });
    const ask = askAs(world, world.userToken('stranger'));
    const answer = await ask('{ repository(owner: "octo", name: "secret") { id } }');
    expect(answer.errors).toMatchObject([{ type: 'NOT_FOUND' }]);
  });
});

describe('cost', () => {
  it.each([
    ['PrBatch', here, 2801, 28, 23_550],
    [
      'PrsByNodeId',
      { ids: Array.from({ length: 50 }, (_, index) => `PR_${index}`) },
      2800,
      28,
      23_500,
    ],
    ['PrLight', here, 51, 1, 5050],
  ])('of %s is what the formula says', async (operation, variables, requests, points, nodes) => {
    const { ask } = await planted();
    const document = documentText(operation === 'PrLight' ? 'pull-light' : 'pull-batch');
    const answer = await ask(document, variables, operation);
    expect(answer.requests).toBe(requests);
    expect(answer.points).toBe(points);
    expect(answer.at('rateLimit.cost')).toBe(points);
    expect(answer.at('rateLimit.nodeCount')).toBe(nodes);
  });

  it('is mostly that of comments in threads', async () => {
    const { ask } = await planted();
    const answer = await ask(withoutThreadComments(documentText('pull-batch')), here, 'PrBatch');
    expect(answer.requests).toBe(301);
    expect(answer.points).toBe(3);
    expect(answer.at('rateLimit.nodeCount')).toBe(11_050);
  });

  it('is charged until nothing is left, and then nothing is answered for an hour', async () => {
    const { world, token, clock } = await planted();
    const graphql = createGraphql(world, { pointsPerHour: 30 });
    const ask = askAs(world, token, graphql);
    const batch = () => ask(documentText('pull-batch'), here, 'PrBatch');
    expect((await batch()).at('rateLimit.remaining')).toBe(2);
    const refused = await batch();
    expect(refused.errors).toMatchObject([{ type: 'RATE_LIMITED' }]);
    expect(refused.headers['x-ratelimit-remaining']).toBe('2');
    expect((await ask('{ viewer { login } }')).errors).toEqual([]);
    clock.advance(3_600_000);
    expect((await batch()).errors).toEqual([]);
  });

  it('is not even computed for pages without a bound', async () => {
    const { ask } = await planted();
    const list = (bound: string) =>
      ask(`{ repository(owner: "octo", name: "shop") { pullRequests${bound} { totalCount } } }`);
    expect((await list('')).errors).toMatchObject([{ type: 'MISSING_PAGINATION_BOUNDARIES' }]);
    expect((await list('(first: 101)')).errors).toMatchObject([{ type: 'EXCESSIVE_PAGINATION' }]);
  });
});

function withoutThreadComments(document: string): string {
  const nested = String.raw`\{[^}]*\}`;
  return document.replace(
    new RegExp(
      String.raw`comments\(first: 5\) \{\s*totalCount\s*nodes \{(?:[^{}]|${nested})*\}\s*\}`,
      'u',
    ),
    '',
  );
}
