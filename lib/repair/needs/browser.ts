import type { StructuredStep } from '#model/structured-plan.ts';

export type BrowserAct = Extract<StructuredStep['action'], { type: 'browser_act' }>['acts'][number];

export interface Screenshot {
  readonly name: string;
  readonly png: Uint8Array;
}

export type BrowserEnding =
  | { readonly kind: 'done'; readonly text: string; readonly screenshots: readonly Screenshot[] }
  /** What was seen up to there is kept. */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly screenshots: readonly Screenshot[];
    }
  /** There is no browser on this machine. */
  | { readonly kind: 'absent'; readonly reason: string };

export interface Browser {
  act(
    acts: readonly BrowserAct[],
    limits: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<BrowserEnding>;
}
