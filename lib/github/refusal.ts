import * as z from 'zod';
import { redactText } from '#base/redact.ts';
import { ForgeRefusal } from './errors.ts';
import type { GitHubResponse } from './exchange.ts';

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
