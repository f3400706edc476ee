import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loopScenarios } from '../ratchet/loop.ts';
import { agreementScenarios } from './agreement.ts';
import { patienceMs, sharedSky } from './ground.ts';
import { killScenarios } from './kills.ts';
import { mishapScenarios } from './mishaps.ts';
import { operatorScenarios } from './operators.ts';

// One cloud with many repositories side by side, as it is: whatever happens to one, the others go on.
const sky = sharedSky();

// Some wait several times for what takes long on a machine that has other things to do.
const slow = { timeout: 3 * patienceMs };

describe.concurrent('the loop in the cloud', slow, () => {
  loopScenarios(async (options) => (await sky()).ground(options));
});

describe.concurrent('a function that is killed', slow, () => {
  killScenarios(sky);
});

describe.concurrent('in the cloud', slow, () => {
  mishapScenarios(sky);
});

describe('both columns come to', slow, () => {
  agreementScenarios(sky);
});

describe('of operators of the cloud', slow, () => {
  operatorScenarios(sky);
});

// Nobody is asked for a right here: what all of the above took is compared with what AWS would allow.
it('each function does what its role allows, and nothing else', async () => {
  const { by, beyond } = (await sky()).cloud.trespasses();
  expect(beyond).toEqual([]);
  expect(by).toEqual(readdirSync('lambdas').toSorted());
});
