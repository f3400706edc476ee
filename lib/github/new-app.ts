import * as z from 'zod';
import { toEndpoint } from './endpoint.ts';
import { sendOnce } from './exchange.ts';
import { requireData } from './errors.ts';

/** An App with all that it takes to be it. */
export interface NewApp {
  readonly id: string;
  readonly slug: string;
  readonly url: string;
  readonly privateKey: string;
  readonly webhookSecret: string;
}

const newApp = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  slug: z.string(),
  html_url: z.string(),
  pem: z.string(),
  webhook_secret: z.string().nullable(),
});

/** Takes over an App that was made from a manifest: the code is good for an hour, and once. */
export async function takeOverApp(
  { fetch }: { readonly fetch: typeof globalThis.fetch },
  { apiUrl, code }: { readonly apiUrl: string; readonly code: string },
): Promise<NewApp> {
  const path = '/app-manifests/{code}/conversions';
  const { headers, ...endpoint } = toEndpoint(apiUrl, {
    method: 'POST',
    path,
    parameters: { code },
  });
  const known = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const answer = await sendOnce(fetch, { ...endpoint, headers: Object.fromEntries(known) });
  const read = newApp.parse(requireData(answer, 'hand over the new App'));
  const { id, slug, html_url: url, pem: privateKey, webhook_secret: webhookSecret } = read;
  if (webhookSecret === null) throw new Error(`The App ${slug} was made without a webhook.`);
  return { id, slug, url, privateKey, webhookSecret };
}
