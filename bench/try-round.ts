import { benchDecisionRound } from './decision-round.ts';
await benchDecisionRound();
