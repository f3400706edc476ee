import { describe, expect, it } from 'vitest';
import { readWebhookRequest } from '#ratchet/rules/ingest/webhook-request.ts';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
  'x-github-event': 'pull_request',
  'x-hub-signature-256': 'sha256=abc',
  'x-github-hook-installation-target-id': '9',
};
const statusOf = (different: Readonly<Record<string, string | undefined>>, bytes = 10): unknown => {
  const read = readWebhookRequest({ ...headers, ...different }, bytes);
  return read.kind === 'refused' ? read.status : undefined;
};

describe('readWebhookRequest', () => {
  it('reads what counts', () => {
    expect(readWebhookRequest(headers, 10)).toEqual({
      kind: 'request',
      id: '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      event: 'pull_request',
      signature: 'sha256=abc',
      target: '9',
    });
  });

  it('refuses what is too large, and not a byte less', () => {
    expect(statusOf({}, 25 * 1024 * 1024)).toBeUndefined();
    expect(statusOf({}, 25 * 1024 * 1024 + 1)).toBe(413);
  });

  it('refuses forms, and says what to set', () => {
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect(readWebhookRequest(form, 10)).toMatchObject({
      status: 415,
      reason: expect.stringContaining('application/json'),
    });
    expect(statusOf({ 'content-type': undefined })).toBeUndefined();
  });

  it('refuses what lacks a header that it needs, or has one that nothing can be done with', () => {
    expect(statusOf({ 'x-github-delivery': undefined })).toBe(400);
    expect(statusOf({ 'x-github-delivery': 'x'.repeat(201) })).toBe(400);
    expect(statusOf({ 'x-github-delivery': 'two words' })).toBe(400);
    expect(statusOf({ 'x-github-event': undefined })).toBe(400);
    expect(statusOf({ 'x-github-event': 'pull\nrequest' })).toBe(400);
    expect(statusOf({ 'x-hub-signature-256': undefined })).toBe(401);
  });
});
