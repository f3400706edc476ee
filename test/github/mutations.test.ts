import { schema as published } from '@octokit/graphql-schema';
import { buildSchema, NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as mutations from '#github/mutations.ts';

const schema = buildSchema(published.idl, { assumeValid: true });

describe('the documents of writing', () => {
  it.each(Object.entries(mutations))(
    '%s is valid and asks for nothing deprecated',
    (_, document) => {
      const rules = [...specifiedRules, NoDeprecatedCustomRule];
      expect(validate(schema, parse(document), rules).map(({ message }) => message)).toEqual([]);
    },
  );
});
