import * as z from 'zod';
import { redactText } from '#base/redact.ts';
import type { GitHubResponse } from './exchange.ts';

/** GitHub asks to be left alone until then: a limit of requests, not an outage. */
export class ForgeLater extends Error {
  override readonly name = 'ForgeLater';
  readonly at: number;

  constructor(at: number, reason: string) {
    super(`GitHub accepts no requests before ${new Date(at).toISOString()}: ${reason}`);
    this.at = at;
  }
}

/** GitHub did not answer, or answered with an outage, however often it was asked. */
export class ForgeUnavailable extends Error {
  override readonly name = 'ForgeUnavailable';
}

/** GitHub answered that it will not do this. */
export class ForgeRefusal extends Error {
  override readonly name = 'ForgeRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The repository no longer exists, or we have no access to it. */
export class ForgeGone extends Error {
  override readonly name = 'ForgeGone';
}

/** What GitHub says where it refuses or cannot be asked, without a stop at its end; undefined: it is something else. */
export function forgeSentence(error: unknown): string | undefined {
  const isOfGitHub =
    error instanceof ForgeUnavailable ||
    error instanceof ForgeRefusal ||
    error instanceof ForgeLater ||
    error instanceof ForgeGone;
  return isOfGitHub ? error.message.replace(/; it is asked again later$/, '') : undefined;
}

/** What a good answer holds; any other throws, with what GitHub says of it. */
export function requireData(answer: GitHubResponse, what: string): unknown {
  if (answer.status >= 200 && answer.status < 300) return answer.data;
  throw new ForgeRefusal(answer.status, `GitHub refused to ${what}: ${readRefusalMessage(answer)}`);
}

/** The words of a refusal. */
export function readRefusalMessage({ status, data }: GitHubResponse): string {
  const { message, errors } = refusal.safeParse(data).data ?? {};
  const details = (errors ?? []).flatMap((error) =>
    typeof error === 'string' ? [error] : (error.message ?? []),
  );
  const said = [message ?? 'no reason given', ...details].join('; ');
  return redactText(`${status} ${said}`).slice(0, 500);
}

const refusal = z.object({
  message: z.string().optional().catch(undefined),
  errors: z
    .array(z.union([z.string(), z.object({ message: z.string().optional() })]))
    .optional()
    .catch(undefined),
});
