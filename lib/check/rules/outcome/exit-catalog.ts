import type { EngineErrorReason } from './run-facts.ts';
import type { ReportState, ValidReport } from './run-facts.ts';

/** What one action of an engine means by the way it ends: data, written once for each engine. */
export interface ExitCatalog {
  readonly exitCodes?: ExitCodes;
  /** The action changes files: a lone exit code of 1 says that it did. */
  readonly isFix?: boolean;
  /** Codes that mean nothing as long as no findings came with them. */
  readonly ignoreExit?: readonly number[];
  readonly convention?: Convention;
  /** When a report is owed. `when-findings`: silence and exit 0 mean that there are none. */
  readonly report?: 'always' | 'when-findings' | 'never';
  /** The first rule that matches is finer than `exitCodes` and goes before them. */
  readonly rules?: readonly ExitRule[];
  readonly probes?: readonly Probe[];
}

export interface ExitCodes {
  readonly success?: readonly number[] | undefined;
  readonly diagnostic?: readonly number[] | undefined;
  readonly toolFailure?: readonly number[] | undefined;
}

export type Convention = 'pylint' | 'tombi';

/** What a code means together with the report it came with. Without `report`: with any it may have. */
export type ExitRule = TrustRule | FailureRule;

/** Nothing can be trusted of a report that is broken, so only failures may name those states. */
interface TrustRule {
  readonly code: number | '*';
  readonly report?: readonly ValidReport[];
  readonly category: 'success' | 'diagnostic';
  readonly completeness?: 'complete' | 'partial';
  /** One sentence. */
  readonly why: string;
}

export interface FailureRule {
  readonly code: number | '*';
  readonly report?: readonly ReportState[];
  readonly category: 'tool_failure' | 'unknown';
  readonly reason: EngineErrorReason;
  /** One sentence that also says what to do. */
  readonly why: string;
}

/** A text that says more than the exit code does. It can make a run untrusted, and never adds a finding. */
export type Probe = HintProbe | FailureProbe;

interface ProbeText {
  readonly id: string;
  readonly stream: ProbeStream;
  /** A regular expression; `^` and `$` stand for the ends of a line. */
  readonly pattern: string;
  /** One sentence: what it means and what to do. */
  readonly remedy: string;
}

export type ProbeStream = 'stdout' | 'stderr' | 'report';

export interface HintProbe extends ProbeText {
  /**
   * degraded: it judged, but not as configured. no-input: it had nothing to judge. told: people should know, and the
   * run counts in full.
   */
  readonly effect: 'degraded' | 'partial' | 'no-input' | 'told';
  /** It judged all of its scope nevertheless; absent: what is degraded is partial, too. */
  readonly judgesAll?: true;
}

export interface FailureProbe extends ProbeText {
  readonly effect: 'tool-failure';
  readonly reason: EngineErrorReason;
}
