import { artifactsContract, grantsContract } from '../contracts/artifacts.ts';
import { createManualClock } from './manual-clock.ts';
import { createMemoryArtifacts } from './memory-artifacts.ts';

async function makeHarness() {
  const clock = createManualClock();
  const artifacts = createMemoryArtifacts(clock);
  return { artifacts, transfers: artifacts, clock };
}

artifactsContract('memory', makeHarness);
grantsContract('memory', makeHarness);
