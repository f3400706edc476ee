import * as z from 'zod';
import {
  dollarAmount,
  listOf,
  mapOf,
  modelName,
  textMatching,
  variableName,
  webAddress,
  wholeNumber,
} from '../values.ts';

const rates = {
  input: dollarAmount().describe('Dollars for a million tokens of input.'),
  output: dollarAmount().describe('Dollars for a million tokens of output, reasoning among them.'),
  cacheRead: dollarAmount()
    .optional()
    .describe('Dollars for a million tokens read from a cache; when absent, as input.'),
  cacheWrite: dollarAmount()
    .optional()
    .describe('Dollars for a million tokens written to a cache; when absent, twice the input.'),
  cacheWriteHour: dollarAmount()
    .optional()
    .describe('The same where the cache keeps them for an hour; when absent, as cacheWrite.'),
};

const tier = z.strictObject({
  above: wholeNumber(1, 100_000_000).describe(
    'A prompt with more tokens than this makes the whole request cost the following.',
  ),
  ...rates,
});

const price = z.strictObject({
  ...rates,
  tiers: listOf(tier, 'a list of prices, each with the length of prompts above which it holds')
    .default([])
    .describe('What long prompts cost, in rising order of their length.'),
  context: wholeNumber(1, 100_000_000)
    .default(1_000_000)
    .describe('Most tokens of a prompt that the model reads.'),
});

const origins = z
  .strictObject({
    anthropic: webAddress()
      .default('https://api.anthropic.com')
      .describe('Where the interface of Anthropic answers; not to be set in the file.'),
    openai: webAddress()
      .default('https://api.openai.com')
      .describe('Where the interface of OpenAI answers; not to be set in the file.'),
  })
  .prefault({})
  .describe('Where requests to models are sent, for gateways and models of your own.');

const keys = z
  .strictObject({
    anthropic: textMatching(variableName)
      .default('ANTHROPIC_API_KEY')
      .describe('Name of the environment value with that key; not to be set in the file.'),
    openai: textMatching(variableName)
      .default('OPENAI_API_KEY')
      .describe('Name of the environment value with that key; not to be set in the file.'),
  })
  .prefault({})
  .describe('Which environment values hold the keys of the providers.');

export const models = z
  .strictObject({
    prices: mapOf(modelName, price)
      .default({})
      .describe(
        'What models cost, by name, over the list prices; one without a price is not reached.',
      ),
    defaultOutputTokens: wholeNumber(1, 1_000_000)
      .default(16_000)
      .describe('Most tokens of an answer where the request of an agent names no limit.'),
    origins,
    keys,
  })
  .prefault({})
  .describe('The models behind agents: what they cost and how they are reached.');
