import { describe, expect, it } from 'vitest';
import { workForBroker } from '#local/worker/container-worker.ts';
import { createSystem } from '#local/system.ts';
import { probeToken } from '#repair/rules/session/probe.ts';
import { openGround } from '../../aws/broker/ground.ts';

const probe = 'doctor-0123456789';

/** Starts the worker of a probe against this broker. */
async function work(brokerUrl: string) {
  let stderr = '';
  const end = await workForBroker(
    {
      system: createSystem(),
      env: {
        RATCHETR_BROKER_URL: brokerUrl,
        RATCHETR_CAPABILITY: probeToken(probe),
        RATCHETR_WORKSPACE: 'doctor',
        RATCHETR_RUN: probe,
      },
      output: { write: (text) => void (stderr += text) },
      signal: new AbortController().signal,
    },
    undefined,
  );
  return { end, stderr };
}

describe('the worker of a probe', () => {
  it('ends well where the broker refuses it, and changes nothing there', async () => {
    const ground = await openGround();
    const before = await ground.dump();
    const { end, stderr } = await work(ground.url);
    expect(end.kind).toBe('ok');
    expect(stderr).toMatch(/The broker can be reached\.\n$/);
    expect(await ground.dump()).toBe(before);
  });
});
