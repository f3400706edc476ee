import { describe, expect, it } from 'vitest';
import { controlKey, numberHeader, sealHeader } from '#gateway/control-words.ts';
import { openRemoteGateway } from '#gateway/remote-gateway.ts';
import { systemSeals as seals } from '#platform/system/seals.ts';
import type { Timer } from '#base/needs/clock.ts';
import { accounts, paths, runGateway } from './running-gateway.ts';

const key = controlKey(seals, 'v1.workspace.run.1.2.capability');
const clock: Timer = { sleep: async () => undefined };
const request = { model: 'gpt-6-astra', max_output_tokens: 100, input: 'x' };

/** A gateway that somebody else controls, and all requests to its control as they were sent. */
async function controlled() {
  const begun: string[] = [];
  const providers = ['openai'] as const;
  const control = { seals, key, providers, begin: (secret: string) => void begun.push(secret) };
  const running = await runGateway({
    answer: { usage: { input: 1_000_000, output: 0 } },
    options: { control },
  });
  const open = (by = key) =>
    openRemoteGateway({ clock, seals }, { origin: running.base, key: by }, 's1');
  const tell = (verb: string, headers: Readonly<Record<string, string>>, body = '{}') =>
    fetch(`${running.base}/control/${verb}`, { method: 'POST', headers, body });
  return { ...running, begun, open, tell };
}

function sealedFor(verb: string, number: string, body = '{}') {
  const seal = seals.make(`asked ${number} ${verb} ${body}`, key);
  return { [numberHeader]: number, [sealHeader]: seal };
}

describe('a gateway that runs beside its supervisor', () => {
  it('is told the secret of the session, and opens accesses that work until they are closed', async () => {
    const { open, begun, base } = await controlled();
    const gateway = await open();
    expect(begun).toEqual(['s1']);
    expect(gateway.providers).toEqual(['openai']);
    const access = await gateway.open(accounts);
    const post = () =>
      fetch(`${base}${paths.responses}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access.token}` },
        body: JSON.stringify(request),
      });
    expect((await post()).status).toBe(200);
    // Closing waits until what was answered is booked.
    await access.close();
    const cost = await access.cost();
    expect(cost).toMatchObject({ source: 'metered', requests: 1 });
    await access.close();
    expect(await access.cost()).toEqual(cost);
    expect(await access.trouble()).toBeUndefined();
    expect((await post()).status).toBe(401);
  });

  it('obeys nobody who does not know the key', async () => {
    const { open, begun, tell } = await controlled();
    await expect(open(controlKey(seals, 'another capability'))).rejects.toThrow(
      'is not the gateway of this task',
    );
    const other = sealedFor('prove', 'a');
    expect((await tell('open', other, JSON.stringify(accounts))).status).toBe(401);
    expect((await tell('prove', other, '{"more":1}')).status).toBe(401);
    expect((await tell('prove', {})).status).toBe(401);
    expect((await tell('prove', { ...other, [sealHeader]: '' })).status).toBe(401);
    expect(begun).toEqual([]);
  });

  it('obeys nothing twice', async () => {
    const { tell } = await controlled();
    const sealed = sealedFor('prove', 'once');
    expect((await tell('prove', sealed)).status).toBe(200);
    expect((await tell('prove', sealed)).status).toBe(401);
  });

  it('refuses what it does not understand, and goes on', async () => {
    const { tell, open } = await controlled();
    expect((await tell('begin', sealedFor('begin', '1'))).status).toBe(400);
    expect((await tell('spend', sealedFor('spend', '2'))).status).toBe(404);
    const body = '{"token":"of nobody"}';
    expect((await tell('cost', sealedFor('cost', '3', body), body)).status).toBe(400);
    expect((await open()).providers).toEqual(['openai']);
  });

  it('has no such door where nobody controls it', async () => {
    const { base } = await runGateway();
    const headers = sealedFor('prove', '1');
    const answer = await fetch(`${base}/control/prove`, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get(sealHeader)).toBe(null);
  });
});
