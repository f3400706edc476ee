import { expect, it } from 'vitest';
import { decisionRound } from '../../bench/decision-round.ts';

it('reads little of all pull requests and everything of those that changed', async () => {
  const { changed, points, requests } = await decisionRound(100);
  expect(changed).toBe(5);
  // A tenth of what a thousand may cost: 50 points and 60 requests.
  expect(points).toBeLessThanOrEqual(5);
  expect(requests).toBeLessThanOrEqual(6);
});
