import { readFileSync } from 'node:fs';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billOf, type Line } from '../../bench/cost/bill.ts';
import { values } from '../../bench/cost/metrics.ts';
import { monthOf } from '../../bench/cost/month.ts';
import { costPage, paidOf, totalOf } from '../../bench/cost/page.ts';
import { resourcesOf } from '../../bench/cost/resources.ts';
import { type Measured, measureUnits } from '../../bench/cost/units.ts';
import { ownMetrics } from '../../lib/infra/operations/own-metrics.ts';
import { templateOf } from '../support/stack-template.ts';

const resources = resourcesOf(templateOf());
let measured: Measured;

beforeAll(async () => {
  measured = await measureUnits();
});
afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const bill = (open: number): readonly Line[] =>
  billOf(monthOf(open, resources), resources, measured);

describe('what it costs', () => {
  it('is under 10 dollars a month while nothing is open', () => {
    expect(paidOf(bill(0))).toBeLessThan(10);
  });

  it('is under 40 dollars of DynamoDB with 10,000 open pull requests', () => {
    expect(totalOf(bill(10_000), ['DynamoDB'])).toBeLessThan(40);
  });

  it('counts all of the stack that costs by being there', () => {
    expect(resources).toMatchObject({
      dashboards: 1,
      keys: 1,
      secrets: 3,
      callsADay: { tick: 1_440, reconcile: 288 },
      consumers: { standard: 4, fifo: 1 },
    });
    expect(Object.keys(values).toSorted()).toEqual(Object.keys(ownMetrics).toSorted());
    const { Resources } = templateOf();
    const costly = /NatGateway|Endpoint$|Instance|LoadBalancer|FileSystem|Cache|Firewall|EIP/;
    const others = Object.values(Resources).filter(({ Type, Properties }) =>
      costly.test(Type) ? Properties['VpcEndpointType'] !== 'Gateway' : false,
    );
    expect(others.map(({ Type }) => Type)).toEqual([]);
  });

  it('stands in the page as `node bench/cost/main.ts` writes it', () => {
    expect(readFileSync('docs/cost.md', 'utf8')).toBe(costPage(resources, measured));
  });
});
