import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { appEvents, appManifest, appPermissions } from '#ratchet/rules/ingest/app-manifest.ts';
import { hasReader } from '#ratchet/rules/ingest/read-event.ts';

const page = readFileSync('docs/github.md', 'utf8');

describe('the manifest of the App', () => {
  it('asks for the permissions that the page explains, and for no others', () => {
    const [, table = ''] = page.split('### Its permissions\n');
    const explained = [...table.matchAll(/^\| (\w[\w ]+?) +\| (read|read and write) +\|/gm)].map(
      ([, name = '', access]) =>
        `${name.toLowerCase().replaceAll(' ', '_')} ${access === 'read' ? 'read' : 'write'}`,
    );
    const asked = Object.entries(appPermissions).map(
      ([name, access]) => `${name === 'statuses' ? 'commit_statuses' : name} ${access}`,
    );
    expect(asked.toSorted()).toEqual(explained.toSorted());
  });

  it('asks for the events that the page lists, all of which are read', () => {
    const [, list = ''] = /\*\*Events\*\*: ([^.]+)\./.exec(page) ?? [];
    const listed = list.split(',').map((name) => name.trim().replaceAll(/\s+/g, '_'));
    expect([...appEvents].toSorted()).toEqual(listed.toSorted());
    expect(appEvents.filter((event) => !hasReader(event))).toEqual([]);
  });

  it('is for its owner alone, and brings webhooks to the stack', () => {
    const urls = {
      homepage: 'https://hooks.example.com',
      webhookUrl: 'https://hooks.example.com/webhook',
      redirectUrl: 'http://127.0.0.1:1/done',
    };
    expect(appManifest({ name: 'ratchetr', ...urls })).toMatchObject({
      public: false,
      hook_attributes: { url: urls.webhookUrl, active: true },
      redirect_url: urls.redirectUrl,
    });
  });
});
