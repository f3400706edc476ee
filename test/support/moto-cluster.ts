import {
  CreateSecurityGroupCommand,
  CreateSubnetCommand,
  CreateVpcCommand,
  EC2Client,
  ModifyVpcAttributeCommand,
} from '@aws-sdk/client-ec2';
import {
  CreateClusterCommand,
  type ECSClient,
  RegisterTaskDefinitionCommand,
} from '@aws-sdk/client-ecs';
import { createEcsClient } from '#aws/ecs-launcher.ts';
import type { EcsLauncherOptions } from '#aws/ecs/task-input.ts';
import { motoAccount } from './moto.ts';

export type Ground = Pick<EcsLauncherOptions, 'cluster' | 'families' | 'network'>;

let clusters = 0;

export function testEcsClient(endpoint: string, maxAttempts = 2): ECSClient {
  return createEcsClient({ ...motoAccount, endpoint, maxAttempts });
}

/** A cluster of its own with the two task definitions and the network that workers need. */
export async function makeCluster(endpoint: string): Promise<Ground> {
  clusters += 1;
  const cluster = `ratchetr-${clusters}`;
  const client = testEcsClient(endpoint);
  await client.send(new CreateClusterCommand({ clusterName: cluster }));
  const families = { check: `${cluster}-engine`, fixup: `${cluster}-agent` };
  await register(client, families.check, ['worker']);
  await register(client, families.fixup, ['worker', 'gateway']);
  return { cluster, families, network: await makeNetwork(endpoint, cluster) };
}

async function register(
  client: ECSClient,
  family: string,
  names: readonly string[],
): Promise<void> {
  const command = new RegisterTaskDefinitionCommand({
    family,
    networkMode: 'awsvpc',
    requiresCompatibilities: ['FARGATE'],
    cpu: '256',
    memory: '512',
    // moto runs no task whose containers name no memory of their own.
    containerDefinitions: names.map((name) => ({ name, image: 'worker', memory: 256 })),
  });
  await client.send(command);
}

async function makeNetwork(endpoint: string, name: string): Promise<Ground['network']> {
  const client = new EC2Client({ ...motoAccount, endpoint });
  const { Vpc: vpc } = await client.send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' }));
  // Without names in its network moto runs no task in it.
  const named = { VpcId: vpc?.VpcId, EnableDnsHostnames: { Value: true } };
  await client.send(new ModifyVpcAttributeCommand(named));
  const place = { VpcId: vpc?.VpcId, CidrBlock: '10.0.1.0/24' };
  const { Subnet: subnet } = await client.send(new CreateSubnetCommand(place));
  const group = { GroupName: name, Description: name, VpcId: vpc?.VpcId };
  const { GroupId: securityGroup } = await client.send(new CreateSecurityGroupCommand(group));
  if (subnet?.SubnetId === undefined || securityGroup === undefined) {
    throw new Error('moto made no network');
  }
  return { subnets: [subnet.SubnetId], securityGroup, publicAddress: true };
}
