import { describe, expect, it } from 'vitest';
import { webhookExamples } from '../support/webhook-examples.ts';
import { t0, workspaceId } from '../support/samples.ts';
import { payloadOf } from './rules/ingest/payloads.ts';
import { ingesting, webhook } from './ingest/harness.ts';

const opened = payloadOf('pull_request', 'opened');
const id = workspaceId('github.com:186853002:2');
const monthMs = 31 * 24 * 3_600_000;

describe('a genuine webhook', () => {
  it('makes its pull request due, has it looked at, and is remembered', async () => {
    const { ingest, workspaces, sent, counted } = await ingesting();
    const taken = webhook('pull_request', opened);
    expect(await ingest(taken)).toEqual({
      status: 202,
      kind: 'woken',
      outcome: 'woken: opened (1)',
    });
    expect(await workspaces.load(id)).toMatchObject({ dueAt: t0, state: { enabled: false } });
    expect(sent).toEqual([{ kind: 'look', schemaVersion: 1, workspaceIds: [id] }]);
    const delivery = String(taken.headers['x-github-delivery']);
    expect(await workspaces.findDelivery(delivery, t0 + monthMs)).toMatchObject({
      outcome: 'woken: opened (1)',
    });
    expect(counted).toEqual(['webhook_deliveries woken']);
  });

  it('is taken in every shape that real payloads have', async () => {
    const { ingest, workspaces } = await ingesting();
    for (const { event, payload } of webhookExamples) {
      const taken = webhook(event, payload);
      const { status, kind, outcome } = await ingest(taken);
      expect([status, kind]).toEqual(kind === 'woken' ? [202, 'woken'] : [200, 'ignored']);
      const delivery = String(taken.headers['x-github-delivery']);
      expect(await workspaces.findDelivery(delivery, t0)).toMatchObject({ outcome });
    }
  });

  it('keeps why it was ignored', async () => {
    const { ingest, workspaces, sent } = await ingesting();
    const taken = webhook('star', { action: 'created' });
    expect(await ingest(taken)).toMatchObject({ status: 200, kind: 'ignored' });
    const delivery = String(taken.headers['x-github-delivery']);
    const outcome = 'ignored: Events of this name ask for no look.';
    expect(await workspaces.findDelivery(delivery, t0)).toMatchObject({ outcome });
    expect(sent).toEqual([]);
  });

  it('is taken once, however often it is sent', async () => {
    const { ingest, workspaces, sent } = await ingesting();
    const taken = webhook('pull_request', opened);
    await ingest(taken);
    expect(await ingest(taken)).toMatchObject({ status: 200, kind: 'repeated' });
    expect(await workspaces.load(id)).toMatchObject({ wakeSeq: 0 });
    expect(sent).toHaveLength(1);
  });

  it('makes one workspace when it arrives many times at once', async () => {
    const { ingest, workspaces } = await ingesting();
    const taken = webhook('pull_request', opened);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ingest(taken)));
    for (const { status } of answers) expect([200, 202]).toContain(status);
    expect(answers.some(({ status }) => status === 202)).toBe(true);
    expect(
      await workspaces.listOfRepository({ host: 'github.com', repositoryId: '186853002' }),
    ).toHaveLength(1);
    expect(await ingest(taken)).toMatchObject({ kind: 'repeated' });
  });
});

describe('a webhook that is not', () => {
  it.for([
    ['forged', 401, webhook('pull_request', opened, { key: 'guessed' })],
    [
      'of another form of signature',
      401,
      webhook('pull_request', opened, { headers: { 'x-hub-signature-256': 'sha1=abc' } }),
    ],
    [
      'unsigned',
      401,
      webhook('pull_request', opened, { headers: { 'x-hub-signature-256': undefined } }),
    ],
    [
      'of no event',
      400,
      webhook('pull_request', opened, { headers: { 'x-github-event': undefined } }),
    ],
    ['JSON', 400, webhook('pull_request', new TextEncoder().encode('{"action":'))],
    ['there at all', 400, webhook('pull_request', new Uint8Array())],
    [
      'for us',
      403,
      webhook('pull_request', opened, {
        headers: { 'x-github-hook-installation-target-id': '10' },
      }),
    ],
    [
      'for anybody',
      403,
      webhook('pull_request', opened, {
        headers: { 'x-github-hook-installation-target-id': undefined },
      }),
    ],
    [
      'JSON but a form',
      415,
      webhook('pull_request', opened, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ],
    ['small enough', 413, webhook('pull_request', new Uint8Array(25 * 1024 * 1024 + 1).fill(32))],
  ] as const)('%s is refused', async ([, status, refused]) => {
    const { ingest, workspaces, sent, counted } = await ingesting();
    expect(await ingest(refused)).toMatchObject({ status, kind: 'refused' });
    expect(await workspaces.load(id)).toBeUndefined();
    expect(sent).toEqual([]);
    expect(counted).toEqual(['webhook_deliveries refused']);
    // Whoever forges an id must not keep the real delivery out.
    const delivery = String(refused.headers['x-github-delivery']);
    expect(await workspaces.findDelivery(delivery, t0)).toBeUndefined();
  });

  it('whole is refused', async () => {
    const { ingest } = await ingesting();
    const whole = webhook('pull_request', opened);
    const truncated = { ...whole, body: whole.body.subarray(0, -10) };
    expect(await ingest(truncated)).toMatchObject({ status: 401 });
  });

  it('genuine gets no word of its body back, nor into the log', async () => {
    const { ingest, logged } = await ingesting();
    const poison = { action: 'opened', poison: 'SENTINEL' };
    const answer = await ingest(webhook('pull_request', poison, { key: 'guessed' }));
    expect(JSON.stringify([answer, logged])).not.toContain('SENTINEL');
  });
});

describe('the secret of the webhook', () => {
  it('may be the one before, while it is being changed', async () => {
    const { ingest, secrets } = await ingesting();
    secrets['github-webhook-secret-previous'] = 'of yesterday';
    const taken = webhook('pull_request', opened, { key: 'of yesterday' });
    expect(await ingest(taken)).toMatchObject({ status: 202 });
  });

  it('is read anew when it proves wrong', async () => {
    const { ingest, fresh } = await ingesting();
    fresh['github-webhook-secret'] = 'changed a moment ago';
    const taken = webhook('pull_request', opened, { key: 'changed a moment ago' });
    expect(await ingest(taken)).toMatchObject({ status: 202 });
    expect(await ingest(webhook('ping', {}, { key: 'guessed' }))).toMatchObject({ status: 401 });
  });

  it('must be set: without it nothing is believed, and the forge may try again', async () => {
    const { ingest, secrets, logged } = await ingesting();
    delete secrets['github-webhook-secret'];
    for (const key of ['', 'undefined']) {
      const answer = await ingest(webhook('pull_request', opened, { key }));
      expect(answer).toMatchObject({ status: 503, kind: 'failed' });
    }
    expect(JSON.stringify(logged.map(({ fields }) => String(fields['error'])))).toContain(
      'not set',
    );
  });
});

describe('without an App', () => {
  it('takes webhooks of repositories, and watches in the name of the token', async () => {
    const { ingest, workspaces } = await ingesting({ appId: undefined, login: undefined });
    const ofRepository = { 'x-github-hook-installation-target-id': '186853002' };
    const taken = webhook('pull_request', opened, { headers: ofRepository });
    expect(await ingest(taken)).toMatchObject({ status: 202 });
    expect(await workspaces.load(id)).toMatchObject({ state: { installationId: 'token' } });
  });
});

describe('a store that fails', () => {
  it('before the wake has the delivery sent again', async () => {
    const { ingest, deps, workspaces } = await ingesting();
    const broken = { ...workspaces, wake: () => Promise.reject(new Error('the disk is full')) };
    const taken = webhook('pull_request', opened);
    expect(await ingest(taken, { workspaces: broken })).toMatchObject({
      status: 503,
      kind: 'failed',
    });
    expect(await ingest(taken, deps)).toMatchObject({ status: 202 });
  });

  it('after the wake can only wake twice', async () => {
    const { ingest, workspaces } = await ingesting();
    const dying = { ...workspaces, recordDelivery: () => Promise.reject(new Error('killed')) };
    const taken = webhook('pull_request', opened);
    expect(await ingest(taken, { workspaces: dying })).toMatchObject({ status: 503 });
    expect(await workspaces.load(id)).toMatchObject({ dueAt: t0 });
    expect(await ingest(taken)).toMatchObject({ status: 202 });
    expect(await workspaces.load(id)).toMatchObject({ wakeSeq: 1 });
  });
});
