import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import { at, listAt, ofType, templateOf } from '../../support/stack-template.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const template = templateOf();
const [page] = ofType(template, 'AWS::CloudWatch::Dashboard').map(([, one]) => one.Properties);

/** The body is a text with references between its parts; here each stands as its logical id. */
const body = listAt(at(page, 'DashboardBody'), 'Fn::Join')
  .filter(Array.isArray)
  .flat()
  .map((part) => {
    if (typeof part === 'string') return part;
    return String(at(part, 'Ref') ?? listAt(part, 'Fn::GetAtt')[0]);
  })
  .join('');
const widgets = listAt(JSON.parse(body), 'widgets');

/** Names of charts and of their lines, under the title of their row. */
const rows = new Map<string, string[]>();
let row = 'top';
for (const widget of widgets) {
  const title = /^## (.+)$/.exec(String(at(widget, 'properties', 'markdown')))?.[1];
  if (title !== undefined) row = title;
  else rows.set(row, [...(rows.get(row) ?? []), ...namesIn(widget)]);
}

describe('the dashboard', () => {
  it('has a row for all that an operator asks', () => {
    expect([...rows.keys()]).toEqual([
      'top',
      'Flow',
      'Latency (milliseconds)',
      'Attempts',
      'GitHub',
      'Cost and capacity',
    ]);
  });

  it.each<[string, readonly string[]]>([
    ['Flow', ['received', 'decided', 'dispatched', 'pushed', 'green']],
    [
      'Latency (milliseconds)',
      [
        'From webhook to decision',
        'From launch to a running worker',
        'From our first push to green',
      ],
    ],
    [
      'Attempts',
      [
        'Attempts of agents by outcome',
        'Workers by how they stopped',
        'Fixups by kind and outcome',
        'engines without a result',
      ],
    ],
    ['GitHub', ['Requests left, at least']],
    ['Cost and capacity', ['Agents (dollars an hour)', 'places taken', 'Quota of Fargate']],
  ])('shows in its row %s: %j', (title, names) => {
    expect(rows.get(title)).toEqual(expect.arrayContaining([...names]));
  });

  it('begins with every alarm, and with the pull requests as the widget shows them', () => {
    const [health, pulls] = widgets;
    const alarms = ofType(template, 'AWS::CloudWatch::Alarm').map(([id]) => id);
    expect(new Set(listAt(health, 'properties', 'alarms'))).toEqual(new Set(alarms));
    expect(pulls).toMatchObject({ type: 'custom', properties: { title: 'Pull requests' } });
    const endpoint = String(at(pulls, 'properties', 'endpoint'));
    expect(template.Resources[endpoint]?.Properties['FunctionName']).toBe('ratchetr-widget');
  });
});

function namesIn(widget: unknown): readonly string[] {
  const labels = listAt(widget, 'properties', 'metrics')
    .flatMap((line) => (Array.isArray(line) ? line : [line]))
    .map((part) => at(part, 'label'));
  return [at(widget, 'properties', 'title'), ...labels].filter((name) => typeof name === 'string');
}
