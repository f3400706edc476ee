import { describe } from 'vitest';
import { loopScenarios } from '../ratchet/loop.ts';
import { agreementScenarios } from './agreement.ts';
import { sharedSky } from './ground.ts';
import { killScenarios } from './kills.ts';
import { mishapScenarios } from './mishaps.ts';

// One cloud with many repositories side by side, as it is: whatever happens to one, the others go on.
const sky = sharedSky();

describe.concurrent('the loop in the cloud', () => {
  loopScenarios(async (options) => (await sky()).ground(options));
});

describe.concurrent('a function that is killed', () => killScenarios(sky));

describe.concurrent('in the cloud', () => mishapScenarios(sky));

describe('both columns come to', () => agreementScenarios(sky));
