import { artifactsContract } from '../contracts/artifacts.ts';
import { createManualClock } from './manual-clock.ts';
import { createMemoryArtifacts } from './memory-artifacts.ts';

artifactsContract('memory', async () => {
  const clock = createManualClock();
  const artifacts = createMemoryArtifacts(clock);
  return { artifacts, transfers: artifacts, clock };
});
