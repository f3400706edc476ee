import { benchWebhookToPush } from './webhook-to-push.ts';
await benchWebhookToPush();
