import type { EvidenceOwner, WrittenEvidence } from '../rules/outcome/evidence.ts';

/** Keeps what tools wrote, to be looked at later. */
export interface EvidenceKeeper {
  /** Says under which name the report is found, or the log of a tool that writes none. */
  keep(owner: EvidenceOwner, written: WrittenEvidence): Promise<string>;
  /** Whether something is kept under a name, from this run or an earlier one. */
  has(name: string): Promise<boolean>;
}
