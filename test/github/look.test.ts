import { describe, expect, it } from 'vitest';
import { setSuspended } from '../support/github/installations.ts';
import { appPermissions, pullRequestOf } from './ground.ts';
import { clientThrough, lookWith, lookingGround, openPull, seen } from './looking.ts';

describe('a full look', () => {
  it('reads all that there is', async () => {
    const ground = await lookingGround();
    const { hands, github } = ground;
    const pull = openPull(ground, 'feature');
    const { number, headSha: sha } = pull;
    hands.label(number, 'ratchet');
    const threads = [{ path: 'src/feature.py', line: 1, body: 'Why?' }];
    hands.review(number, { login: 'rita', state: 'CHANGES_REQUESTED', body: 'No', threads });
    hands.comment(number, 'rita', '/ratchet why');
    const run = hands.startCheck({ sha, name: 'test' });
    hands.completeCheck(run, { conclusion: 'FAILURE', title: '1 failed' });
    hands.status({ sha, context: 'build', state: 'PENDING', creator: 'carl', description: 'On' });
    const [reading] = await ground.look([pull]);
    const { facts } = seen(reading);
    const rita = { login: 'rita', isBot: false, association: 'NONE' };
    const moment = ground.clock.now();
    expect(facts).toMatchObject({
      nodeId: pull.nodeId,
      number: 1,
      repository: { owner: 'acme', name: 'shop' },
      state: 'open',
      title: 'Add feature',
      url: `${github.url}/acme/shop/pull/1`,
      draft: false,
      author: { login: 'ann', isBot: false },
      headSha: sha,
      headRef: 'feature',
      headParents: [hands.head()],
      headRepository: 'acme/shop',
      fromFork: false,
      baseSha: hands.head(),
      baseRef: 'main',
      inMergeQueue: false,
      labels: ['ratchet'],
      reviews: [{ author: rita, state: 'CHANGES_REQUESTED', submittedAt: moment }],
      threads: [
        {
          resolved: false,
          outdated: false,
          path: 'src/feature.py',
          line: 1,
          url: expect.stringContaining('/acme/shop/pull/1#'),
          remarks: [{ author: rita, body: 'Why?', createdAt: moment, ours: false }],
        },
      ],
      remarks: [{ author: rita, body: '/ratchet why', ours: false }],
      checksComplete: true,
      baseChecks: [],
      rules: { requiredChecks: [], signaturesRequired: false },
      canPush: true,
      canPushWorkflows: false,
      readAt: moment,
    });
    const id = String(run.id);
    expect(facts.checks).toMatchObject([
      { source: 'check-run', id, jobId: id, app: 'github-actions', workflow: 'CI', name: 'test' },
      { source: 'status', app: 'carl', name: 'build', status: 'PENDING', summary: 'On' },
    ]);
    expect(facts.checks[0]).toMatchObject({ conclusion: 'FAILURE', summary: '1 failed' });
    expect(facts.headTree).toBe(hands.repository.git.commit(sha)?.tree);
  });

  it('finds what is not known by its id by its number, and answers in the order of the looks', async () => {
    const ground = await lookingGround();
    const pulls = ['one', 'two', 'three'].map((head) => openPull(ground, head));
    const looks = pulls.toReversed().map((pull) => {
      const { nodeId, ...known } = pullRequestOf(pull, ground.github);
      return { pullRequest: pull.number === 2 ? { ...known, nodeId } : known };
    });
    const repository = pullRequestOf(pulls[0] ?? openPull(ground, 'none'), ground.github);
    const readings = await ground.forge.look(repository, looks);
    expect(readings.map((reading) => seen(reading).facts.number)).toEqual([3, 2, 1]);
  });

  it('reads 127 checks over two pages, and says so when the second is missing', async () => {
    const ground = await lookingGround();
    const pull = openPull(ground, 'feature');
    for (let index = 0; index < 127; index += 1) {
      ground.hands.startCheck({ sha: pull.headSha, name: `check ${index}` });
    }
    const [whole] = await ground.look([pull]);
    expect(seen(whole).facts).toMatchObject({ checksComplete: true });
    expect(seen(whole).facts.checks).toHaveLength(127);
    const noSecondPage = clientThrough(ground, {
      fetch: async (url, init) =>
        typeof init?.body === 'string' && init.body.includes('MoreChecks')
          ? new Response('bad gateway', { status: 502 })
          : fetch(url, init),
    });
    const [part] = await lookWith(ground, noSecondPage)([pull]);
    expect(seen(part).facts).toMatchObject({ checksComplete: false });
    expect(seen(part).facts.checks).toHaveLength(100);
  });

  it('says so when it may not see the checks', async () => {
    const { checks: _checks, ...permissions } = appPermissions;
    const ground = await lookingGround(permissions);
    const pull = openPull(ground, 'feature');
    ground.hands.startCheck({ sha: pull.headSha, name: 'test' });
    const [reading] = await ground.look([pull]);
    expect(seen(reading).facts.checksComplete).toBe(false);
  });

  it('reads every thread, and what was said in the open ones from the beginning', async () => {
    const ground = await lookingGround();
    const { hands } = ground;
    const pull = openPull(ground, 'feature');
    const threads = Array.from({ length: 53 }, (_none, index) => {
      return { path: 'src/feature.py', line: 1, body: `thread ${index}` };
    });
    hands.review(pull.number, { login: 'rita', state: 'COMMENTED', threads });
    const [first, second] = pull.threads;
    if (first === undefined || second === undefined) throw new Error('There are no threads');
    for (let index = 1; index <= 24; index += 1) {
      hands.replyInThread(first, 'ann', `reply ${index}`);
      hands.replyInThread(second, 'ann', `reply ${index}`);
    }
    hands.resolveThread(second, 'ann');
    const [reading] = await ground.look([pull]);
    const { facts } = seen(reading);
    expect(facts.threads.map(({ remarks }) => remarks[0]?.body).slice(2)).toEqual(
      threads.slice(2).map(({ body }) => body),
    );
    const [open, resolved] = facts.threads;
    const replies = Array.from({ length: 24 }, (_none, index) => `reply ${index + 1}`);
    expect(open?.remarks.map(({ body }) => body)).toEqual(['thread 0', ...replies]);
    expect(resolved?.remarks.at(-1)?.body).toBe('reply 24');
  });

  it('keeps a request for changes that its author only commented on later', async () => {
    const ground = await lookingGround();
    const pull = openPull(ground, 'feature');
    ground.hands.review(pull.number, { login: 'rita', state: 'CHANGES_REQUESTED', body: 'No' });
    ground.hands.review(pull.number, { login: 'rita', state: 'COMMENTED', body: 'Well' });
    const [reading] = await ground.look([pull]);
    expect(seen(reading).facts.reviews).toMatchObject([{ state: 'CHANGES_REQUESTED' }]);
  });

  it('tells what is ours: the check, the status and the comments of our App', async () => {
    const ground = await lookingGround();
    const { hands, github, installation } = ground;
    const pull = openPull(ground, 'feature');
    hands.startCheck({ sha: pull.headSha, name: 'ratchetr', app: 'ratchetr' });
    hands.startCheck({ sha: pull.headSha, name: 'ratchetr', app: 'somebody' });
    const [reading] = await ground.look([pull]);
    expect(seen(reading).facts.checks.map(({ ours }) => ours)).toEqual([true, false]);
    const bot = github.world.accounts.get(installation.app.bot.login);
    expect(bot?.type).toBe('Bot');
    hands.comment(pull.number, installation.app.bot.login, 'State: waiting');
    hands.comment(pull.number, 'ann', 'Who is ratchetr?');
    const [later] = await ground.look([pull]);
    expect(seen(later).facts.remarks).toMatchObject([
      { ours: true, author: { login: 'ratchetr[bot]', isBot: true } },
      { ours: false, author: { login: 'ann', isBot: false } },
    ]);
  });

  it('takes of the owner of a plain token only what is marked', async () => {
    const ground = await lookingGround();
    const { hands } = ground;
    const pull = openPull(ground, 'feature');
    hands.comment(pull.number, 'acme', 'Looks good to me');
    hands.comment(pull.number, 'acme', 'Waiting <!-- ratchetr:state -->');
    const sha = pull.headSha;
    hands.status({ sha, context: 'ratchetr', state: 'SUCCESS', creator: 'acme' });
    hands.status({ sha, context: 'build', state: 'SUCCESS', creator: 'acme' });
    const [reading] = await lookWith(ground, ground.tokenClient('acme'))([pull]);
    const { facts } = seen(reading);
    expect(facts.remarks.map(({ ours }) => ours)).toEqual([false, true]);
    const own = facts.checks.filter(({ ours }) => ours).map(({ name }) => name);
    expect(own).toEqual(['ratchetr']);
  });

  it('reads the checks of the base once for all that are based on it', async () => {
    const ground = await lookingGround();
    const { hands, github } = ground;
    const run = hands.startCheck({ sha: hands.head(), name: 'test' });
    hands.completeCheck(run, { conclusion: 'FAILURE' });
    hands.protect('main', { requiredChecks: [{ context: 'test' }], requiredSignatures: true });
    const pulls = Array.from({ length: 12 }, (_none, index) => openPull(ground, `branch-${index}`));
    github.counters.reset();
    const readings = await ground.look(pulls);
    for (const reading of readings) {
      expect(seen(reading).facts.baseChecks).toMatchObject([{ name: 'test' }]);
      const rules = { requiredChecks: [{ name: 'test' }], signaturesRequired: true };
      expect(seen(reading).facts.rules).toEqual(rules);
    }
    // Two batches and the base.
    expect(github.counters.graphql).toBe(3);
  });
});

describe('a short look', () => {
  it('tells what has not changed, and reads in full what has', async () => {
    const ground = await lookingGround();
    const { hands, github } = ground;
    const pulls = ['one', 'two'].map((head) => openPull(ground, head));
    await ground.look(pulls);
    const lights = (await ground.look(pulls)).map((reading) => seen(reading).light);
    github.counters.reset();
    const again = await ground.look(pulls, lights);
    expect(again).toEqual([
      { kind: 'same', readAt: ground.clock.now() },
      { kind: 'same', readAt: ground.clock.now() },
    ]);
    expect(github.counters).toMatchObject({ graphql: 1, points: 1, rest: 0 });
    hands.label(2, 'ratchet');
    ground.clock.advance(1_000);
    hands.comment(2, 'ann', 'Hello');
    const changed = await ground.look(pulls, lights);
    expect(changed.map(({ kind }) => kind)).toEqual(['same', 'seen']);
  });

  it.each(['check', 'one check', 'thread', 'base', 'draft', 'push'] as const)(
    'sees a change of %s',
    async (what) => {
      const ground = await lookingGround();
      const { hands } = ground;
      const pull = openPull(ground, 'feature');
      const run = hands.startCheck({ sha: pull.headSha, name: 'test' });
      const other = hands.startCheck({ sha: pull.headSha, name: 'lint' });
      const threads = [{ path: 'src/feature.py', line: 1, body: 'Why?' }];
      hands.review(pull.number, { login: 'rita', state: 'COMMENTED', threads });
      await ground.look([pull]);
      const [before] = await ground.look([pull]);
      const { light } = seen(before);
      const [thread] = pull.threads;
      // What all checks amount to is the same after that.
      if (what === 'one check') hands.completeCheck(other, { conclusion: 'SUCCESS' });
      if (what === 'check') hands.completeCheck(run, { conclusion: 'FAILURE' });
      if (what === 'thread' && thread !== undefined) hands.resolveThread(thread, 'rita');
      if (what === 'base') hands.commit('main', { 'README.md': 'Moved\n' });
      if (what === 'draft') hands.setDraft(pull.number, true);
      if (what === 'push') hands.commit('feature', { 'src/feature.py': 'newer = 1\n' });
      const [after] = await ground.look([pull], [light]);
      expect(seen(after).light).not.toBe(light);
    },
  );
});

describe('a look at what is gone', () => {
  it('tells a pull request that is gone from others', async () => {
    const ground = await lookingGround();
    const pull = openPull(ground, 'feature');
    const { nodeId: _nodeId, ...unknown } = { ...pullRequestOf(pull, ground.github), number: 99 };
    const pullRequest = pullRequestOf(pull, ground.github);
    const gone = { ...pullRequest, number: 98, nodeId: 'PR_kwDONDEwMDAwMA' };
    const looks = [{ pullRequest: gone }, { pullRequest }, { pullRequest: unknown }];
    const readings = await ground.forge.look(pullRequest, looks);
    expect(readings.map(({ kind }) => kind)).toEqual(['gone', 'seen', 'gone']);
  });

  it('says so when the App is suspended or was never there', async () => {
    const ground = await lookingGround();
    const pull = openPull(ground, 'feature');
    const { world } = ground.github;
    setSuspended(world, ground.installation, { suspended: true, sender: world.account('acme') });
    expect(await ground.look([pull])).toMatchObject([
      { kind: 'gone', reason: expect.stringContaining('acme/shop') },
    ]);
  });
});
