/** Who runs the models that the gateway has keys for. */
export const providers = ['anthropic', 'openai'] as const;

export type Provider = (typeof providers)[number];
