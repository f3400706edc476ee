import { minuteMs } from '#base/durations.ts';
import { noTokens, promptTokens, type Tokens } from './tokens.ts';

/** How a request wants its input kept at the provider. */
export type CacheMode = 'none' | 'short' | 'long';

/** What is known of the input of a request before it is sent. */
export interface RequestSize {
  /** Without those of images. */
  readonly bytes: number;
  readonly images: number;
  /** Files whose length their bytes do not tell, such as PDF. */
  readonly documents: number;
  readonly cache: CacheMode;
}

/** What the last answer was billed for. */
export interface Billed {
  readonly size: RequestSize;
  readonly tokens: Tokens;
  /** Milliseconds. */
  readonly at: number;
}

/** The most input that a request comes to, all of it stored as dearly as the request wants. */
export function mostInput(size: RequestSize, context: number): Tokens {
  const whole = size.documents > 0 ? context : estimateTokens(size, densest);
  return toStoredTokens(Math.min(whole, context), size.cache);
}

/**
 * The input of a request that goes on where the last one ended: what that was billed for, from the cache where it is
 * still kept, and beside it what is new.
 */
export function likelyInput(
  size: RequestSize,
  {
    context,
    billed,
    now,
  }: { readonly context: number; readonly billed?: Billed; readonly now: number },
): Tokens {
  if (billed === undefined || !continuesFrom(size, billed.size)) return mostInput(size, context);
  const fresh = estimateTokens(size, densest) - estimateTokens(billed.size, densest);
  const whole = Math.min(promptTokens(billed.tokens) + fresh, context);
  const cached = size.cache === 'none' ? 0 : Math.min(countCached(billed, now), whole);
  return { ...toStoredTokens(whole - cached, size.cache), cacheRead: cached };
}

/** What was seen of an answer that told no final usage. */
export interface Glimpse {
  readonly said: Tokens;
  /** Of the answer, as it came. */
  readonly bytes: number;
  readonly streamed: boolean;
  readonly milliseconds: number;
}

/** What an answer that broke off probably came to. */
export function estimateBrokenOff(
  input: Tokens,
  { said, bytes, streamed, milliseconds }: Glimpse,
  mostOutput: number,
): Tokens {
  const seen = Math.ceil(bytes / (streamed ? streamBytesOfToken : usual));
  // Thinking may be billed without being streamed, so time counts as well.
  const thought = Math.ceil((milliseconds / 1_000) * tokensOfSecond);
  const output = Math.max(said.output, Math.min(mostOutput, Math.max(seen, thought)));
  return { ...(promptTokens(said) > 0 ? said : input), output };
}

/** The input of a request that its provider dropped before it told any usage. */
export function usualInput(size: RequestSize, context: number): Tokens {
  return toStoredTokens(Math.min(estimateTokens(size, usual), context), size.cache);
}

/** OpenAI tells one number for what it stored, however long it is kept. */
export function applyCacheMode(tokens: Tokens, cache: CacheMode): Tokens {
  if (cache !== 'long' || tokens.cacheWriteHour > 0) return tokens;
  return { ...tokens, cacheWrite: 0, cacheWriteHour: tokens.cacheWrite };
}

// Bytes of a token: code and prose have three to four, the densest text about two.
const densest = 2;
const usual = 4;
// Each piece of a stream is wrapped in names and braces.
const streamBytesOfToken = 16;
const tokensOfSecond = 100;
// An image is billed by its area and not by its bytes; the largest that providers take comes to less.
const tokensOfImage = 10_000;

function estimateTokens({ bytes, images }: RequestSize, bytesOfToken: number): number {
  return Math.ceil(bytes / bytesOfToken) + images * tokensOfImage;
}

/** A shorter request is another conversation, or one that was begun anew. */
function continuesFrom(size: RequestSize, before: RequestSize): boolean {
  return (
    size.bytes >= before.bytes && size.images >= before.images && size.documents <= before.documents
  );
}

/** What of the last request is still in the cache. */
function countCached({ tokens, at }: Billed, now: number): number {
  const isLong = tokens.cacheWriteHour > 0;
  if (now - at > (isLong ? 60 : 5) * minuteMs) return 0;
  return tokens.cacheRead + tokens.cacheWrite + tokens.cacheWriteHour;
}

const kinds = { none: 'input', short: 'cacheWrite', long: 'cacheWriteHour' } as const;

function toStoredTokens(tokens: number, cache: CacheMode): Tokens {
  return { ...noTokens, [kinds[cache]]: tokens };
}
