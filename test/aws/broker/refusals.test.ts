import { describe, expect, it } from 'vitest';
import { capabilityText, secretText } from '#repair/rules/session/capability.ts';
import {
  brokerKey,
  capabilityOf,
  deadline,
  fence,
  sealed,
  secretOf,
  startBy,
  workspaceOf,
} from '../../support/broker.ts';
import { t0 } from '../../support/samples.ts';
import { openGround } from './ground.ts';
import { foreign, goodBodies, own } from './samples.ts';

type Ground = Awaited<ReturnType<typeof openGround>>;

const nonce = 'what this worker alone says';
const other = 'what another worker says';
const end = goodBodies['finish'];

/** Asks for everything that there is; gives how that is answered where nothing at all was done. */
async function refusalsOf(ground: Ground, token: string): Promise<readonly number[]> {
  const before = await ground.dump();
  const statuses = new Set<number>();
  for (const [verb, body] of Object.entries(goodBodies)) {
    const answer = await ground.post(verb, { token, body });
    statuses.add(answer.status);
    expect(JSON.parse(answer.text)).toEqual({ reason: expect.stringMatching(/\S{2}/) });
  }
  expect(await ground.dump()).toBe(before);
  return [...statuses];
}

async function start(ground: Ground, token: string, said = nonce) {
  const { status, text } = await ground.post('start', { token, body: { nonce: said } });
  return { status, told: JSON.parse(text) };
}

describe('a capability', () => {
  it('is exchanged once: for a secret that is good for everything else', async () => {
    const ground = await openGround();
    await ground.plant(own, 'launching');
    const first = await start(ground, capabilityOf(own));
    expect(first).toMatchObject({ status: 200, told: { told: { secret: secretOf(own), fence } } });
    expect(await start(ground, capabilityOf(own))).toEqual(first);
    const replayed = await start(ground, capabilityOf(own), other);
    expect(replayed).toMatchObject({ status: 409, told: { reason: /running/ } });
    const { secret } = first.told.told;
    expect((await ground.post('list-tasks', { token: secret, body: { runId: own } })).status).toBe(
      200,
    );
  });

  it('is good for a start alone, and so is no secret', async () => {
    const ground = await openGround();
    await ground.plant(own, 'launching');
    expect(await refusalsOf(ground, capabilityOf(own))).toEqual([401]);
    expect(await start(ground, secretOf(own))).toMatchObject({ status: 401 });
  });

  it('is refused once its time is over, though its session waits', async () => {
    const ground = await openGround();
    await ground.plant(own, 'launching', { startBy: deadline });
    const before = await ground.dump();
    ground.clock.advance(startBy - t0);
    expect(await start(ground, capabilityOf(own))).toMatchObject({
      status: 401,
      told: { reason: 'The token has expired' },
    });
    expect(await ground.dump()).toBe(before);
  });

  it('is refused where any part of it was changed', async () => {
    const ground = await openGround();
    await ground.plant(own, 'launching');
    const before = await ground.dump();
    const good = { workspaceId: workspaceOf(own), runId: own, launch: 1, expiresAt: startBy };
    const seal = sealed(capabilityText(good)).split('.').at(-1);
    const texts = [
      capabilityText({ ...good, runId: foreign }),
      capabilityText({ ...good, workspaceId: workspaceOf(foreign) }),
      capabilityText({ ...good, launch: 2 }),
      capabilityText({ ...good, expiresAt: startBy + 1_000 }),
      secretText({ ...good, fence: 1 }),
    ];
    const forged = [
      ...texts.map((text) => `${text}.${seal}`),
      sealed(capabilityText(good), `${brokerKey}x`),
      sealed(capabilityText(good), ''),
      capabilityText(good),
      `${capabilityText(good)}.`,
      `${capabilityOf(own)}=`,
      'v1',
      'x'.repeat(400),
    ];
    for (const token of forged) {
      expect({ token, ...(await start(ground, token)) }).toMatchObject({ token, status: 401 });
    }
    expect(await ground.dump()).toBe(before);
  });

  it('of an earlier launch is refused, and so is one of a session that is gone', async () => {
    const ground = await openGround();
    await ground.plant(own, 'launching', { launches: 2 });
    expect(await start(ground, capabilityOf(own, 1))).toMatchObject({ status: 409 });
    expect(await start(ground, capabilityOf(foreign))).toMatchObject({ status: 410 });
    expect(await start(ground, capabilityOf(own, 2))).toMatchObject({ status: 200 });
  });

  it('of a cancelled session is refused', async () => {
    const ground = await openGround();
    await ground.plant(own, 'launching', { cancelled: 'The pull request was closed' });
    expect(await start(ground, capabilityOf(own))).toMatchObject({
      status: 410,
      told: { reason: /cancelled: The pull request was closed/ },
    });
  });
});

describe('a secret', () => {
  it('is refused where any part of it was changed', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running');
    const good = { workspaceId: workspaceOf(own), runId: own, fence, expiresAt: deadline };
    const seal = secretOf(own).split('.').at(-1);
    const texts = [
      secretText({ ...good, runId: foreign }),
      secretText({ ...good, workspaceId: workspaceOf(foreign) }),
      secretText({ ...good, fence: 2 }),
      secretText({ ...good, expiresAt: deadline + 1_000 }),
    ];
    for (const text of texts) expect(await refusalsOf(ground, `${text}.${seal}`)).toEqual([401]);
    expect(
      await refusalsOf(ground, sealed(secretText(good), 'a key of somebody else altogether')),
    ).toEqual([401]);
  });

  it('is refused once its time is over', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running', { deadline: deadline * 2 });
    ground.clock.advance(deadline - t0);
    expect(await refusalsOf(ground, secretOf(own))).toEqual([401]);
  });

  it('is refused from the deadline of the session on, though its own time was longer', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running', { deadline: t0 + 5_000 });
    ground.clock.advance(5_000);
    expect(await refusalsOf(ground, secretOf(own))).toEqual([410]);
  });

  it('is refused when another worker speaks for the run', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running', { fence: 2 });
    expect(await refusalsOf(ground, secretOf(own))).toEqual([409]);
  });

  it('is refused when the session was cancelled, has finished, or is gone', async () => {
    for (const [phase, different] of [
      ['running', { cancelled: 'closed' }],
      ['finished', {}],
      ['publishing', {}],
      ['launching', { fence }],
    ] as const) {
      const ground = await openGround();
      await ground.plant(own, phase, different);
      expect(await refusalsOf(ground, secretOf(own))).toEqual([410]);
    }
    expect(await refusalsOf(await openGround(), secretOf(own))).toEqual([410]);
  });

  it('is refused for everything after the last word', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running');
    const token = secretOf(own);
    expect((await ground.post('finish', { token, body: end })).status).toBe(200);
    const { finish: _, ...rest } = goodBodies;
    for (const [verb, body] of Object.entries(rest)) {
      expect((await ground.post(verb, { token, body })).status).toBe(410);
    }
  });

  it('speaks for no other run, wherever that is named', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running');
    await ground.plant(foreign, 'running');
    const before = await ground.dump();
    const token = secretOf(own);
    const named = Object.entries(goodBodies).flatMap(([verb, body]) =>
      renamed(body).map((one) => [verb, one] as const),
    );
    expect(named.length).toBeGreaterThan(Object.keys(goodBodies).length - 6);
    for (const [verb, body] of named) {
      expect({ verb, ...(await ground.post(verb, { token, body })) }).toMatchObject({
        verb,
        status: 409,
      });
    }
    const changeset = { runId: foreign, name: 'changeset.json' };
    const stolen = await ground.post('finish', { token, body: { ...Object(end), changeset } });
    expect(stolen.status).toBe(409);
    expect(await ground.dump()).toBe(before);
  });

  it('reaches no baseline of another repository', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running');
    const before = await ground.dump();
    for (const verb of ['record-baseline', 'find-baselines']) {
      const body = { ...Object(goodBodies[verb]), repository: 'acme/bank' };
      expect((await ground.post(verb, { token: secretOf(own), body })).status).toBe(409);
    }
    expect(await ground.dump()).toBe(before);
  });
});

/** The body with each place that names the own run naming the foreign one. */
function renamed(body: unknown): readonly unknown[] {
  const text = JSON.stringify(body);
  return [...text.matchAll(/"run-1(?="|\/)/g)].map(({ index }) =>
    JSON.parse(`${text.slice(0, index)}"run-2${text.slice(index + '"run-1'.length)}`),
  );
}
