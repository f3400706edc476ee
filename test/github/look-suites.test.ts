import { describe, expect, it } from 'vitest';
import { appPermissions } from './ground.ts';
import { clientThrough, lookWith, lookingGround, openPull, seen } from './looking.ts';

describe('the suites of a head', () => {
  it('are read whether they have checks or not, with what they ran for', async () => {
    const ground = await lookingGround();
    const { hands } = ground;
    const pull = openPull(ground, 'feature');
    const { headSha: sha } = pull;
    const held = hands.startSuite({ sha, workflow: 'CI', conclusion: 'ACTION_REQUIRED' });
    const run = hands.startCheck({ sha, name: 'test', workflow: 'CI', event: 'push' });
    const bare = hands.startSuite({ sha, app: 'codecov' });
    const [reading] = await ground.look([pull]);
    const { suites = [], checks, checksComplete } = seen(reading).facts;
    expect(checksComplete).toBe(true);
    const byId = new Map(suites.map((suite) => [suite.id, suite]));
    expect(byId.get(held.nodeId)).toMatchObject({
      app: 'github-actions',
      isWorkflow: true,
      workflow: 'CI',
      event: 'pull_request',
      status: 'COMPLETED',
      conclusion: 'ACTION_REQUIRED',
      ours: false,
    });
    expect(byId.get(bare.nodeId)).toMatchObject({ isWorkflow: false, status: 'QUEUED' });
    // GitHub makes one for our own App too.
    expect(suites.filter(({ ours }) => ours)).toHaveLength(1);
    expect(checks).toMatchObject([
      { id: String(run.id), suite: run.suite.nodeId, event: 'push', workflow: 'CI' },
    ]);
  });

  it('are read over two pages, and said to be incomplete when the second is missing', async () => {
    const ground = await lookingGround();
    const pull = openPull(ground, 'feature');
    for (let index = 0; index < 120; index += 1) {
      ground.hands.startSuite({ sha: pull.headSha, workflow: `workflow ${index}` });
    }
    const [whole] = await ground.look([pull]);
    expect(seen(whole).facts.suites).toHaveLength(121);
    expect(seen(whole).facts.checksComplete).toBe(true);
    const noSecondPage = clientThrough(ground, {
      fetch: async (url, init) =>
        typeof init?.body === 'string' && init.body.includes('MoreSuites')
          ? new Response('bad gateway', { status: 502 })
          : fetch(url, init),
    });
    const [part] = await lookWith(ground, noSecondPage)([pull]);
    expect(seen(part).facts).toMatchObject({ checksComplete: false });
  });

  it('of two heads are not put together', async () => {
    const ground = await lookingGround();
    const pull = openPull(ground, 'feature');
    for (let index = 0; index < 120; index += 1) {
      ground.hands.startSuite({ sha: pull.headSha, workflow: `workflow ${index}` });
    }
    const client = clientThrough(ground, {
      fetch: async (url, init) => {
        const isMore = typeof init?.body === 'string' && init.body.includes('MoreSuites');
        if (isMore) ground.hands.commit('feature', { 'src/feature.py': 'newer = 1\n' });
        return fetch(url, init);
      },
    });
    const [reading] = await lookWith(ground, client)([pull]);
    expect(seen(reading).facts).toMatchObject({ checksComplete: false });
    expect(seen(reading).facts.suites).toHaveLength(100);
  });

  it('are known to be of workflows by whose they are, where workflow runs may not be read', async () => {
    const { actions: _actions, ...permissions } = appPermissions;
    const ground = await lookingGround(permissions);
    const pull = openPull(ground, 'feature');
    ground.hands.startSuite({ sha: pull.headSha, conclusion: 'ACTION_REQUIRED' });
    const [reading] = await ground.look([pull]);
    const { suites = [], checksComplete } = seen(reading).facts;
    expect(checksComplete).toBe(true);
    const held = suites.find(({ app }) => app === 'github-actions');
    expect(held).toMatchObject({ isWorkflow: true, conclusion: 'ACTION_REQUIRED' });
    expect([held?.workflow, held?.event]).toEqual([undefined, undefined]);
  });

  it('cost no more points than the looks before them', async () => {
    const ground = await lookingGround();
    const pulls = ['one', 'two', 'three'].map((head) => openPull(ground, head));
    const before = ground.github.counters.points;
    await ground.look(pulls);
    expect(ground.github.counters.points - before).toBeLessThanOrEqual(2);
  });
});

describe('a job that failed before it began', () => {
  const message = 'The job was not started because your account is locked due to a billing issue.';
  const annotations = [
    { path: '.github', startLine: 1, endLine: 1, level: 'FAILURE', message },
  ] as const;

  it.each([
    [false, annotations, message],
    [false, [], 'GitHub does not say why.'],
    [true, annotations, undefined],
  ] as const)('is known by its steps (began: %s)', async (began, marks, expected) => {
    const ground = await lookingGround();
    const { hands, forge } = ground;
    const { repository, headSha: sha } = openPull(ground, 'feature');
    const run = hands.startCheck({ sha, name: 'test', began, annotations: marks });
    hands.completeCheck(run, { conclusion: 'FAILURE' });
    const id = String(run.id);
    const check = { app: 'github-actions', name: 'test', runId: id, jobId: id };
    const at = { owner: 'acme', name: 'shop', repositoryId: String(repository.id), host: 'x' };
    expect(await forge.neverStarted(at, check)).toBe(expected);
    // What was not started says nothing that anybody could work on.
    const log = await forge.failureLog(at, check);
    expect(log === undefined || began).toBe(true);
    const { jobId: _jobId, ...status } = check;
    expect(await forge.neverStarted(at, status)).toBeUndefined();
  });
});
