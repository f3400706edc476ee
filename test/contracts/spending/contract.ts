import { type Harness, registerContract } from '../contract.ts';
import { expiry } from './expiry.ts';
import { rooms } from './rooms.ts';
import { settling } from './settling.ts';
import { crowds } from './crowds.ts';
import type { Subject } from './subject.ts';

/** Registers what every ledger of spending promises; it is to be opened with the limits and expiry of `subject.ts`. */
export function spendingContract(name: string, harness: Harness<Subject>): void {
  registerContract(name, harness, { rooms, settling, expiry, crowds });
}
