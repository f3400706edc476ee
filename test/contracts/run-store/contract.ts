import type { RunStore } from '#model/needs/run-store.ts';
import { type Harness, registerContract } from '../contract.ts';
import { attempts } from './attempts.ts';
import { claims } from './claims.ts';
import { crowds } from './crowds.ts';
import { finishing } from './finishing.ts';
import { leases } from './leases.ts';
import { plans } from './plans.ts';
import { acceptedDiffs, artifacts, baselines, findings } from './records.ts';
import { refusals } from './refusals.ts';
import { runs } from './runs.ts';
import { statusChanges } from './status-changes.ts';
import { separation, summaries } from './whole-runs.ts';

/** Registers what every run store promises. The store must be made with `leaseGraceMs: 5000`. */
export function runStoreContract(name: string, harness: Harness<RunStore>): void {
  registerContract(name, harness, {
    runs,
    plans,
    claims,
    leases,
    finishing,
    attempts,
    'status changes': statusChanges,
    findings,
    artifacts,
    'accepted diffs': acceptedDiffs,
    baselines,
    summaries,
    separation,
    refusals,
    crowds,
  });
}
