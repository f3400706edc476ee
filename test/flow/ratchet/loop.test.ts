import { describe } from 'vitest';
import { ratchetGround } from './ground.ts';
import { loopScenarios } from './loop.ts';

describe('the loop', () => {
  loopScenarios(ratchetGround);
});
