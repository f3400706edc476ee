import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Cost } from '#domain/model/cost.ts';
import { type Tokens, noTokens } from '#domain/spending/tokens.ts';
import type { GatewayAccess } from '#ports/model-gateway.ts';
import type { SpendingAccounts } from '#ports/spending.ts';

/** What one attempt may use, and what it used so far. */
export interface Access {
  readonly accounts: SpendingAccounts;
  /** Fires when the attempt is over. */
  readonly closed: AbortSignal;
  /** Keeps the access from being closed before this is done. */
  during(work: Promise<void>): void;
  book(model: string, tokens: Tokens, amount: number): void;
}

/** An access of this process, whose cost is known at once. */
export interface OwnAccess extends GatewayAccess {
  cost(): Cost;
}

export interface Accesses {
  open(accounts: SpendingAccounts): OwnAccess;
  find(token: string | undefined): Access | undefined;
  closeAll(): Promise<void>;
}

interface Entry {
  readonly digest: Buffer;
  readonly access: Access;
  readonly opened: OwnAccess;
}

/** The tokens of running attempts. */
export function createAccesses(): Accesses {
  const entries = new Set<Entry>();
  return {
    open(accounts) {
      const token = randomBytes(32).toString('base64url');
      const entry = createEntry(token, accounts, () => entries.delete(entry));
      entries.add(entry);
      return entry.opened;
    },
    find(token) {
      const digest = digestOf(token ?? '');
      // Digests of one length, compared in full: the time tells nothing about a token.
      return [...entries].find((entry) => timingSafeEqual(entry.digest, digest))?.access;
    },
    async closeAll() {
      await Promise.all([...entries].map(({ opened }) => opened.close()));
    },
  };
}

function createEntry(token: string, accounts: SpendingAccounts, forget: () => void): Entry {
  const controller = new AbortController();
  const underWay = new Set<Promise<void>>();
  let total = noTokens;
  let amount = 0;
  let requests = 0;
  const models = new Set<string>();
  const access: Access = {
    accounts,
    closed: controller.signal,
    during(work) {
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    },
    book(model, tokens, micro) {
      total = sum(total, tokens);
      amount += micro;
      requests += 1;
      models.add(model);
    },
  };
  const opened: OwnAccess = {
    token,
    cost: () => ({
      usd: amount / 1_000_000,
      source: 'metered',
      ...(models.size > 0 && { model: [...models].join(', ') }),
      requests,
      inputTokens: total.input,
      cacheReadTokens: total.cacheRead,
      cacheWriteTokens: total.cacheWrite + total.cacheWriteHour,
      outputTokens: total.output,
    }),
    async close() {
      forget();
      controller.abort();
      await Promise.all(underWay);
    },
  };
  return { digest: digestOf(token), access, opened };
}

function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function sum(one: Tokens, other: Tokens): Tokens {
  return {
    input: one.input + other.input,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    cacheWriteHour: one.cacheWriteHour + other.cacheWriteHour,
    output: one.output + other.output,
  };
}
