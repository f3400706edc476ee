import { type Harness, registerContract } from '../contract.ts';
import { crash } from './crash.ts';
import { crowds } from './crowds.ts';
import { deliveries } from './deliveries.ts';
import { repetitions } from './repetitions.ts';
import type { Subject } from './subject.ts';

/** Registers what every queue promises: each message to somebody, at least once, in any order. */
export function queueContract(name: string, harness: Harness<Subject>): void {
  registerContract(name, harness, { deliveries, repetitions, crash, crowds });
}
