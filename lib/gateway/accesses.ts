import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Cost } from '#model/cost.ts';
import type { AgentTrouble } from '#repair/rules/session/agent-trouble.ts';
import type { Billed } from './rules/spending/estimates.ts';
import { type Tokens, noTokens } from './rules/spending/tokens.ts';
import type { GatewayAccess } from '#repair/needs/model-gateway.ts';
import type { SpendingAccounts } from './needs/spending.ts';

/** What one attempt may use, and what it used so far. */
export interface OpenAccess {
  readonly accounts: SpendingAccounts;
  /** Fires when the attempt is over. */
  readonly closed: AbortSignal;
  /** Keeps the access from being closed before this is done. */
  during(work: Promise<void>): void;
  book(booking: Booking): void;
  /** What kept a request from being answered; undefined: nothing did. */
  note(trouble: AgentTrouble | undefined): void;
  /** Whether a model, or any at all, has answered in this or any other access. */
  isAnswered(model?: string): boolean;
  /** What the last answer of a model was billed for. */
  billed(model: string): Billed | undefined;
  readonly estimate: Estimate;
}

/** What one request came to. */
export interface Booking {
  readonly model: string;
  readonly tokens: Tokens;
  /** In micro-dollars. */
  readonly amount: number;
  /** Absent: the provider told no whole usage, so this is an estimate. */
  readonly billed?: Billed;
}

/**
 * Of the requests of an access, one at a time is judged by the last answer, and may come to more than was set aside for
 * it; those beside it are judged by all that they may come to.
 */
interface Estimate {
  take(): boolean;
  giveBack(): void;
}

/** An access of this process, whose cost is known at once. */
export interface OwnAccess extends GatewayAccess {
  cost(): Cost;
  trouble(): AgentTrouble | undefined;
}

export interface Accesses {
  open(accounts: SpendingAccounts): OwnAccess;
  find(token: string | undefined): OpenAccess | undefined;
  closeAll(): Promise<void>;
}

interface Entry {
  readonly digest: Buffer;
  readonly access: OpenAccess;
  readonly opened: OwnAccess;
}

/** The tokens of running attempts. */
export function createAccesses(): Accesses {
  const entries = new Set<Entry>();
  const answered = new Set<string>();
  return {
    open(accounts) {
      const token = randomBytes(32).toString('base64url');
      const forget = () => entries.delete(entry);
      const entry = createEntry(token, { accounts, answered, forget });
      entries.add(entry);
      return entry.opened;
    },
    find(token) {
      const digest = digestToken(token ?? '');
      // Digests of one length, compared in full: the time tells nothing about a token.
      return [...entries].find((entry) => timingSafeEqual(entry.digest, digest))?.access;
    },
    async closeAll() {
      await Promise.all([...entries].map(({ opened }) => opened.close()));
    },
  };
}

interface Opening {
  readonly accounts: SpendingAccounts;
  /** Models, of all accesses. */
  readonly answered: Set<string>;
  readonly forget: () => void;
}

function createEntry(token: string, { accounts, answered, forget }: Opening): Entry {
  const controller = new AbortController();
  const underWay = new Set<Promise<void>>();
  let total = noTokens;
  let amount = 0;
  let requests = 0;
  let isEstimated = false;
  let trouble: AgentTrouble | undefined;
  const models = new Map<string, Billed | undefined>();
  const access: OpenAccess = {
    accounts,
    closed: controller.signal,
    estimate: createEstimate(),
    isAnswered: (model) => (model === undefined ? answered.size > 0 : answered.has(model)),
    billed: (model) => models.get(model),
    during(work) {
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    },
    book({ model, tokens, amount: micro, billed }) {
      total = addTokens(total, tokens);
      amount += micro;
      requests += 1;
      isEstimated ||= billed === undefined && micro > 0;
      models.set(model, billed ?? models.get(model));
      if (billed !== undefined || tokens.output > 0) answered.add(model);
    },
    note(noted) {
      trouble = noted;
    },
  };
  const opened: OwnAccess = {
    token,
    cost: () => ({
      usd: amount / 1_000_000,
      source: isEstimated ? 'estimated' : 'metered',
      ...(models.size > 0 && { model: [...models.keys()].join(', ') }),
      requests,
      inputTokens: total.input,
      cacheReadTokens: total.cacheRead,
      cacheWriteTokens: total.cacheWrite + total.cacheWriteHour,
      outputTokens: total.output,
    }),
    trouble: () => trouble,
    async close() {
      forget();
      controller.abort();
      await Promise.all(underWay);
    },
  };
  return { digest: digestToken(token), access, opened };
}

function createEstimate(): Estimate {
  let isTaken = false;
  return {
    take() {
      const isFree = !isTaken;
      isTaken = true;
      return isFree;
    },
    giveBack() {
      isTaken = false;
    },
  };
}

function digestToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    input: one.input + other.input,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    cacheWriteHour: one.cacheWriteHour + other.cacheWriteHour,
    output: one.output + other.output,
  };
}
