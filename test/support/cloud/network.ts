import {
  CreateSecurityGroupCommand,
  CreateSubnetCommand,
  CreateVpcCommand,
  ModifyVpcAttributeCommand,
} from '@aws-sdk/client-ec2';
import type { Make } from './resources.ts';

export const makeVpc: Make = async ({ network }, properties) => {
  const block = String(properties['CidrBlock']);
  const { Vpc: vpc } = await network.send(new CreateVpcCommand({ CidrBlock: block }));
  // moto runs no task in a network without names.
  const Value = properties['EnableDnsHostnames'] === true;
  const named = { VpcId: vpc?.VpcId, EnableDnsHostnames: { Value } };
  await network.send(new ModifyVpcAttributeCommand(named));
  return { ref: vpc?.VpcId ?? '' };
};

export const makeSubnet: Make = async ({ network }, properties) => {
  const command = new CreateSubnetCommand({
    VpcId: String(properties['VpcId']),
    CidrBlock: String(properties['CidrBlock']),
    AvailabilityZone: String(properties['AvailabilityZone']),
  });
  const { Subnet: subnet } = await network.send(command);
  return { ref: subnet?.SubnetId ?? '' };
};

export const makeGroup: Make = async ({ network }, properties, id) => {
  const command = new CreateSecurityGroupCommand({
    GroupName: id,
    Description: String(properties['GroupDescription']),
    VpcId: String(properties['VpcId']),
  });
  const { GroupId: groupId = '' } = await network.send(command);
  return { ref: groupId, attributes: { GroupId: groupId } };
};
