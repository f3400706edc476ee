import * as z from 'zod';
import { parseJson } from '#base/json.ts';
import {
  type ModelApi,
  type Tokens,
  joinTokens,
  noTokens,
  readUsage,
} from './rules/spending/tokens.ts';

export interface UsageMeter {
  read(chunk: Buffer): void;
  /** Nothing more comes. */
  end(): void;
  /** The usage told so far. */
  readonly said: Tokens;
  /** Whether the provider has told the usage of the whole response. */
  readonly final: boolean;
  /** What the provider says went wrong, also in the middle of a stream; in its own short words. */
  readonly failure: ProviderFailure | undefined;
  readonly bytes: number;
}

const maxHeldBytes = 16 * 1024 * 1024;
const word = z.string().nullish().catch(undefined);
const failed = z.object({ type: word, code: word, message: word });
export type ProviderFailure = z.infer<typeof failed>;
const holder = z
  .object({ usage: z.unknown().optional(), error: failed.nullish().catch(undefined) })
  .nullish()
  .catch(undefined);
// Only the provider writes at these places; a model's words stand deeper or inside a string.
const told = z.object({
  usage: z.unknown().optional(),
  message: holder,
  response: holder,
  error: failed.nullish().catch(undefined),
});

/** Reads usage out of a response while it passes, wherever its chunks are cut. */
export function createUsageMeter(api: ModelApi, streamed: boolean): UsageMeter {
  let said = noTokens;
  let final = false;
  let failure: ProviderFailure | undefined;
  let bytes = 0;
  const line = createHold();
  const note = (text: string): void => {
    const usage = readUsageReport(text);
    failure ??= usage.failure;
    const tokens = readUsage(api, usage.whole ?? usage.begun);
    if (tokens === undefined) return;
    said = joinTokens(said, tokens);
    final ||= usage.whole !== undefined;
  };
  const noteEvents = (lines: Buffer): void => {
    if (names.some((name) => lines.includes(name)))
      for (const text of readEvents(lines)) note(text);
  };
  return {
    read(chunk) {
      bytes += chunk.length;
      const firstEnd = streamed ? chunk.indexOf(lineFeed) : -1;
      if (firstEnd === -1) {
        line.hold(chunk);
        return;
      }
      line.hold(chunk.subarray(0, firstEnd));
      noteEvents(line.take());
      // Whole lines are searched where they are; only the ends of a chunk are put together.
      const lastEnd = chunk.lastIndexOf(lineFeed);
      noteEvents(chunk.subarray(firstEnd, lastEnd));
      line.hold(chunk.subarray(lastEnd + 1));
    },
    end() {
      const rest = line.take();
      if (streamed) noteEvents(rest);
      else note(rest.toString());
    },
    get said() {
      return said;
    },
    get final() {
      return final;
    },
    get failure() {
      return failure;
    },
    get bytes() {
      return bytes;
    },
  };
}

/** Bytes that wait for the rest of their line. */
function createHold() {
  let held: Buffer[] = [];
  let heldBytes = 0;
  return {
    hold(part: Buffer): void {
      heldBytes += part.length;
      // A text beyond the limit is given up: without its usage the response counts as unfinished.
      if (heldBytes > maxHeldBytes) held = [];
      else held.push(part);
    },
    take(): Buffer {
      const text = heldBytes > maxHeldBytes ? Buffer.alloc(0) : Buffer.concat(held);
      held = [];
      heldBytes = 0;
      return text;
    },
  };
}

const lineFeed = 10;
// Without their first quote: that one is so frequent in JSON that a search for it is 18 times slower.
const names = ['usage"', 'error"'] as const;

function readEvents(lines: Buffer): string[] {
  return lines
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('data:') && isWorthReading.test(line))
    .map((line) => line.slice('data:'.length));
}

// Most events of some providers carry an empty usage, or an empty error.
const isWorthReading = /"(?:usage|error)"\s*:\s*\{/;

interface Found {
  /** Of the whole response. */
  readonly whole?: unknown;
  /** Told at its beginning, before there was output. */
  readonly begun?: unknown;
  readonly failure: ProviderFailure | undefined;
}

function readUsageReport(text: string): Found {
  const { data } = told.safeParse(parseJson(text));
  const whole = data?.usage ?? data?.response?.usage ?? undefined;
  const failure = data?.error ?? data?.response?.error ?? undefined;
  return { whole, begun: data?.message?.usage, failure };
}
