import * as z from 'zod';
import {
  type ModelApi,
  type Tokens,
  joinTokens,
  noTokens,
  readUsage,
} from '#domain/spending/tokens.ts';

export interface UsageMeter {
  read(chunk: Buffer): void;
  /** Nothing more comes. */
  end(): void;
  /** The usage told so far. */
  readonly said: Tokens;
  /** Whether the provider has told the usage of the whole response. */
  readonly final: boolean;
  readonly bytes: number;
}

const maxHeldBytes = 16 * 1024 * 1024;
const holder = z.object({ usage: z.unknown().optional() }).nullish().catch(undefined);
// Only the provider writes at these places; a model's words stand deeper or inside a string.
const told = z.object({ usage: z.unknown().optional(), message: holder, response: holder });

/** Reads usage out of a response while it passes, wherever its chunks are cut. */
export function createUsageMeter(api: ModelApi, streamed: boolean): UsageMeter {
  let said = noTokens;
  let final = false;
  let bytes = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const hold = (part: Buffer): void => {
    heldBytes += part.length;
    // A text beyond the limit is given up: without its usage the response counts as unfinished.
    if (heldBytes > maxHeldBytes) held = [];
    else held.push(part);
  };
  const take = (): Buffer => {
    const text = heldBytes > maxHeldBytes ? Buffer.alloc(0) : Buffer.concat(held);
    held = [];
    heldBytes = 0;
    return text;
  };
  const note = (text: string): void => {
    const usage = usageIn(text);
    const tokens = readUsage(api, usage.whole ?? usage.begun);
    if (tokens === undefined) return;
    said = joinTokens(said, tokens);
    final ||= usage.whole !== undefined;
  };
  const noteEvents = (lines: Buffer): void => {
    if (lines.includes(usageName)) for (const text of eventsOf(lines)) note(text);
  };
  return {
    read(chunk) {
      bytes += chunk.length;
      const firstEnd = streamed ? chunk.indexOf(lineFeed) : -1;
      if (firstEnd === -1) {
        hold(chunk);
        return;
      }
      hold(chunk.subarray(0, firstEnd));
      noteEvents(take());
      // Whole lines are searched where they are; only the ends of a chunk are put together.
      const lastEnd = chunk.lastIndexOf(lineFeed);
      noteEvents(chunk.subarray(firstEnd, lastEnd));
      hold(chunk.subarray(lastEnd + 1));
    },
    end() {
      const rest = take();
      if (streamed) noteEvents(rest);
      else note(rest.toString());
    },
    get said() {
      return said;
    },
    get final() {
      return final;
    },
    get bytes() {
      return bytes;
    },
  };
}

const lineFeed = 10;
// Without its first quote: that one is so frequent in JSON that a search for it is 18 times slower.
const usageName = 'usage"';

function eventsOf(lines: Buffer): string[] {
  return lines
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('data:') && usageStart.test(line))
    .map((line) => line.slice('data:'.length));
}

// Most events of some providers carry an empty usage.
const usageStart = /"usage"\s*:\s*\{/;

interface UsageFound {
  /** Of the whole response. */
  readonly whole?: unknown;
  /** Told at its beginning, before there was output. */
  readonly begun?: unknown;
}

function usageIn(text: string): UsageFound {
  const { data } = told.safeParse(parseJson(text));
  const whole = data?.usage ?? data?.response?.usage ?? undefined;
  return { whole, begun: data?.message?.usage };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
