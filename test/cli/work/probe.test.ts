import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../lib/cli/exit-codes.ts';
import { workInContainer } from '../../../lib/cli/work/container.ts';
import { createSystem } from '#local/system.ts';
import { probeToken } from '#repair/rules/session/probe.ts';
import { openGround } from '../../aws/broker/ground.ts';

const probe = 'doctor-0123456789';

/** Starts the worker of a probe against this broker. */
async function work(brokerUrl: string) {
  let stderr = '';
  const code = await workInContainer(
    {
      system: createSystem(),
      cwd: '/',
      env: {
        RATCHETR_BROKER_URL: brokerUrl,
        RATCHETR_CAPABILITY: probeToken(probe),
        RATCHETR_WORKSPACE: 'doctor',
        RATCHETR_RUN: probe,
      },
      stdout: { write: () => true },
      stderr: { write: (text) => (stderr += text) },
      signal: new AbortController().signal,
      exitWith: () => {},
    },
    {},
  );
  return { code, stderr };
}

describe('the worker of a probe', () => {
  it('ends well where the broker refuses it, and changes nothing there', async () => {
    const ground = await openGround();
    const before = await ground.dump();
    const { code, stderr } = await work(ground.url);
    expect(code).toBe(EXIT.ok);
    expect(stderr).toMatch(/The broker can be reached\.\n$/);
    expect(await ground.dump()).toBe(before);
  });
});
