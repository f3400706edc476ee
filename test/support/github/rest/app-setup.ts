import * as z from 'zod';
import type { App } from '../identity.ts';
import { appShape } from '../shapes/accounts.ts';
import { appOf } from './access.ts';
import { type Answer, bodyOf, type Call, notFound, type Route, segment } from './route.ts';

/** How an App comes into being and keeps its webhook. */
export const appSetupRoutes: readonly Route[] = [
  { method: 'POST', path: '/app-manifests/{code}/conversions', answer: takeOver },
  { method: 'GET', path: '/app/hook/config', answer: showHook },
  { method: 'PATCH', path: '/app/hook/config', answer: changeHook },
];

/** The one time that its secrets are told. */
function takeOver(call: Call): Answer {
  const code = segment(call, 'code');
  const planned = call.world.newApps.get(code);
  if (planned === undefined) throw notFound();
  call.world.newApps.delete(code);
  const app = call.world.app(planned);
  const body = {
    ...appShape(call.site, app),
    client_secret: 'a'.repeat(40),
    webhook_secret: app.webhook?.secret ?? null,
    pem: planned.pem,
  };
  return { status: 201, body };
}

const hookChanges = z.object({ url: z.url().optional(), secret: z.string().optional() });

function showHook(call: Call): Answer {
  return { status: 200, body: hookShape(appOf(call)) };
}

function changeHook(call: Call): Answer {
  const app = appOf(call);
  const { url, secret } = bodyOf(call, hookChanges);
  const before = app.webhook ?? { url: '', secret: '' };
  app.webhook = { url: url ?? before.url, secret: secret ?? before.secret };
  return { status: 200, body: hookShape(app) };
}

function hookShape({ webhook }: App) {
  return {
    content_type: 'json',
    insecure_ssl: '0',
    ...(webhook?.secret && { secret: '********' }),
    ...(webhook && { url: webhook.url }),
  };
}
