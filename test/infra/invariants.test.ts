import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import type { RatchetrStackProps } from '../../lib/infra/stack-props.ts';
import { at, ofType, type StackTemplate, templateOf } from '../support/stack-template.ts';
import { invariants } from './invariants.ts';
import { type Mutation, mutations } from './mutations.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const modelSettings = {
  RATCHETR_MODELS_ORIGINS_ANTHROPIC: 'https://models.example.com',
  RATCHETR_LIMITS_MAX_FILES_CHANGED: '20',
};

const kinds: Readonly<Record<string, RatchetrStackProps>> = {
  'as it comes': {},
  'of a stage, on Spot': { stage: 'trial', workers: { spot: true } },
  'with settings': { settings: modelSettings },
  ephemeral: { ephemeral: true },
  private: { network: { private: true } },
  'in a network of others': {
    network: { given: { vpcId: 'vpc-0123456789abcdef0', subnetIds: ['subnet-0123456789abcdef0'] } },
  },
};

describe.each(Object.entries(kinds))('a stack %s', (_kind, props) => {
  const template = templateOf(props);

  it.each(Object.entries(invariants))('%s', (_name, invariant) => {
    expect(invariant(template).filter((id) => !id.startsWith(ofLibrary))).toEqual([]);
  });
});

// An ephemeral bucket is emptied by a function of the library, which is not ours to shape.
const ofLibrary = 'CustomS3AutoDeleteObjects';

describe('a template that was spoiled', () => {
  const good = templateOf();

  it.each(Object.entries(invariants))('does not pass: %s', (name, invariant) => {
    const mutation = Object.entries(mutations).find(([of]) => of === name)?.[1];
    expect(mutation).toBeDefined();
    const spoiled = mutation === undefined ? [] : spoil(good, mutation);
    expect(spoiled.flatMap((template) => invariant(template))).not.toEqual([]);
  });
});

/** The same change made to each resource of the type, one at a time. */
function spoil(good: StackTemplate, [type, path, value]: Mutation): readonly StackTemplate[] {
  return ofType(good, type).map(([id]) => {
    const spoiled = structuredClone(good);
    const inner: object = Object(at(spoiled.Resources[id]?.Properties, ...path.slice(0, -1)));
    const key = path.at(-1) ?? '';
    if (value === undefined) Reflect.deleteProperty(inner, key);
    else Reflect.set(inner, key, value);
    return spoiled;
  });
}
