import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser } from '#platform/browser/browser.ts';
import { createDynamoInstallationStore } from '#store/dynamo/installations.ts';
import { findOnPath } from '#platform/files/find-program.ts';
import { systemClock } from '#platform/system/clock.ts';
import { serveWidget } from '#aws/widget/serve-widget.ts';
import { freshArtifacts, storesOn } from '../../store/dynamo/stores.ts';
import { plantDecision, plantWatch } from '../../cli/workspaces/planted-workspaces.ts';
import { aLook, aRedLook } from '../../report/workspaces/looks.ts';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';
import { anObservation, aRun } from '../../support/samples.ts';
import { openDashboard } from './dashboard.ts';

const endpoint = 'arn:aws:lambda:us-east-1:1:function:ratchetr-widget';
const hostileTitle = '</td><script>document.title="owned"</script><img src=x onerror=alert(1)>';

let dynamo: DynamoEndpoint;
beforeAll(async () => {
  dynamo = await startDynamo();
});
afterAll(() => dynamo.close());

/** The widget over a table that watches two pull requests, one of which needs a person. */
async function plant() {
  const table = await freshTable(dynamo);
  const stores = storesOn(table, await freshArtifacts());
  const green = await plantWatch(stores, 1, {
    observation: anObservation({ title: hostileTitle }),
  });
  await plantDecision(stores, green, { facts: aLook({ now: Date.now() - 60_000 }) });
  const spent = await plantWatch(stores, 2, { consecutiveFixupAttempts: 3 });
  await plantDecision(stores, spent, { facts: aRedLook({ now: Date.now() - 5_000, attempts: 3 }) });
  await stores.runs.createRun(aRun({ id: 'run-7', workspaceId: 'github.com:7:2' }));
  const installations = createDynamoInstallationStore(table);
  const deps = { ...stores, installations, clock: systemClock };
  return (event: unknown) => serveWidget(deps, event, endpoint);
}

/** What it shows for one event. */
async function shown(event: unknown): Promise<string> {
  const answer = await (await plant())(event);
  if (typeof answer !== 'string') throw new Error('It shows Markdown');
  return answer;
}

const call = (query: string): string =>
  `<cwdb-action action="call" display="widget" event="click" endpoint="${endpoint}">${query.replaceAll('"', '&#34;')}</cwdb-action>`;

describe('the widget of a dashboard', () => {
  it('says what it is to whoever puts it somewhere else', async () => {
    const widget = await plant();
    expect(await widget({ describe: true })).toEqual({
      markdown: expect.stringMatching(/^## Pull requests\n[^]*`workspace`[^]*`run`/),
    });
  });

  it('shows every pull request with its last decision and why, and leads to each', async () => {
    const page = await shown({});
    expect(page).toContain('1 pull request needs a person');
    expect(page).toMatch(/acme\/shop#2<[^]*ATTEMPTS_SPENT[^]*acme\/shop#1<[^]*GREEN/);
    expect(page).toContain(call('{"workspace":"github.com:7:2"}'));
    expect(page).not.toMatch(/<script|<img|<html|<meta|href="\//);
  });

  it('shows one: its log, its runs, and the way to each and back', async () => {
    const page = await shown({ workspace: 'github.com:7:2' });
    expect(page).toContain('acme/shop#2: given up');
    expect(page).toContain('TERMINAL_FAILED');
    expect(page).toContain(call('{"run":"run-7","workspace":"github.com:7:2"}'));
    expect(page).toContain(call('{}'));
  });

  it('shows the report of a run', async () => {
    const page = await shown({ run: 'run-7', workspace: 'github.com:7:2', widgetContext: {} });
    expect(page).toContain('Run run-7 on acme/shop');
    expect(page).toContain(call('{"workspace":"github.com:7:2"}'));
  });

  it('goes on after the last that was shown', async () => {
    const page = await shown({ after: 'github.com:7:1' });
    expect(page).toContain('acme/shop#2');
    expect(page).not.toContain('acme/shop#1<');
  });

  it.each([
    [{ workspace: 'github.com:7:3' }, 'github.com:7:3 is no longer watched.'],
    [{ run: 'run-8' }, 'The run run-8 no longer exists.'],
    [{ run: 8 }, 'The widget takes the parameters workspace and run'],
    [{ workspace: '<script>' }, 'the parameters workspace and run'],
    [null, 'The widget takes the parameters'],
  ])('says so where there is nothing to show: %j', async (event, sentence) => {
    const page = await shown(event);
    expect(page).toContain(sentence);
    expect(page).not.toContain('<script>');
  });

  it.each([
    ['light', { theme: 'light' }],
    ['dark', { theme: 'dark' }],
    ['light', { theme: 'sepia' }],
  ])('is as %s as the dashboard: %j', async (theme, widgetContext) => {
    const page = await shown({ widgetContext });
    expect(page).toContain(`<div class="ratchetr ${theme}">`);
  });

  it.each(['light', 'dark'] as const)(
    'is shown by a browser as it is meant, %s, whatever a title says',
    async (theme) => {
      await chromiumOrSkip();
      const url = await openDashboard(await plant(), theme);
      const browser = createBrowser({ env: process.env, findOnPath });
      const ending = await browser.act(
        [
          { do: 'open', url },
          { do: 'expect_text', selector: '.human tbody tr', text: 'acme/shop#2' },
          { do: 'expect_text', selector: '.ratchetr main', text: hostileTitle },
          { do: 'screenshot', name: 'overview' },
          { do: 'click', selector: '.human tbody td:last-child a' },
          { do: 'expect_text', selector: 'h1', text: 'acme/shop#2: given up' },
          { do: 'screenshot', name: 'workspace' },
          { do: 'click', selector: 'tbody td:first-child a' },
          { do: 'expect_text', selector: '.ratchetr header', text: 'Run run-7 on acme/shop' },
          { do: 'screenshot', name: 'run' },
          { do: 'click', selector: '.back a' },
          { do: 'click', selector: '.brand a' },
          { do: 'expect_text', selector: 'h1', text: '1 pull request needs a person' },
        ],
        { timeoutMs: 60_000 },
      );
      expect(ending).toMatchObject({ kind: 'done' });
    },
    90_000,
  );
});
