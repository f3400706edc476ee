import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import { environmentNames } from '#config/env-names.ts';
import type { NetworkProps } from '../../lib/infra/stack-props.ts';
import { at, listAt, ofType, type StackTemplate, templateOf } from '../support/stack-template.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const given = { vpcId: 'vpc-0123456789abcdef0', subnetIds: ['subnet-01', 'subnet-02'] };

describe('the network of workers', () => {
  it('costs nothing while nothing runs', () => {
    const template = withNetwork({});
    expect(ofType(template, 'AWS::EC2::NatGateway')).toEqual([]);
    const endpoints = ofType(template, 'AWS::EC2::VPCEndpoint');
    expect(endpoints.map(([, { Properties: one }]) => one['VpcEndpointType'])).toEqual([
      'Gateway',
      'Gateway',
    ]);
    expect(told(template)).toEqual({ subnets: subnetsNamed(template, 'public'), address: 'true' });
  });

  it('hides workers behind one gateway when it is private', () => {
    const template = withNetwork({ private: true });
    expect(ofType(template, 'AWS::EC2::NatGateway')).toHaveLength(1);
    expect(told(template)).toEqual({
      subnets: subnetsNamed(template, 'private'),
      address: 'false',
    });
  });

  it('is that of others where one is given', () => {
    const template = withNetwork({ given, private: true });
    expect(ofType(template, 'AWS::EC2::VPC')).toEqual([]);
    expect(ofType(template, 'AWS::EC2::Subnet')).toEqual([]);
    expect(told(template)).toEqual({ subnets: 'subnet-01,subnet-02', address: 'false' });
    const groups = ofType(template, 'AWS::EC2::SecurityGroup').map(([, one]) => one.Properties);
    expect(groups).toMatchObject([{ VpcId: given.vpcId }]);
  });

  it.each<[NetworkProps, readonly number[]]>([
    [{}, [443]],
    [{ egressPorts: [22, 443] }, [22, 443]],
  ])('lets out %j through %j', (network, ports) => {
    const groups = ofType(withNetwork(network), 'AWS::EC2::SecurityGroup');
    const egress = groups.flatMap(([, one]) => listAt(one.Properties, 'SecurityGroupEgress'));
    expect(egress.map((rule) => [at(rule, 'FromPort'), at(rule, 'ToPort')])).toEqual(
      ports.map((port) => [port, port]),
    );
  });

  it('keeps a record of whom workers talked to', () => {
    const flows = ofType(withNetwork({}), 'AWS::EC2::FlowLog').map(([, one]) => one.Properties);
    expect(flows).toMatchObject([{ TrafficType: 'ALL', LogDestinationType: 'cloud-watch-logs' }]);
  });
});

function withNetwork(network: NetworkProps): StackTemplate {
  return templateOf({ network });
}

/** What `dispatch` launches workers with. */
function told(template: StackTemplate): { readonly subnets: unknown; readonly address: unknown } {
  const dispatch = ofType(template, 'AWS::Lambda::Function').find(
    ([, { Properties: one }]) => one['FunctionName'] === 'ratchetr-dispatch',
  )?.[1].Properties;
  const environment = at(dispatch, 'Environment', 'Variables');
  return {
    subnets: at(environment, environmentNames.subnets),
    address: at(environment, environmentNames.publicAddress),
  };
}

function subnetsNamed(template: StackTemplate, name: string): unknown {
  const [first, second] = ofType(template, 'AWS::EC2::Subnet')
    .map(([id]) => id)
    .filter((id) => id.includes(name));
  return { 'Fn::Join': ['', [{ Ref: first }, ',', { Ref: second }]] };
}
