/** Address and credentials of an AWS service; by default what the environment offers. */
export interface ServiceOptions {
  readonly region?: string;
  /** Another place that speaks the protocol of the service. */
  readonly endpoint?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly maxAttempts?: number;
}

/** Short time-outs and a few retries: a failed function is called again, and one that hangs is paid for. */
export const serviceDefaults = {
  maxAttempts: 4,
  retryMode: 'standard',
  // What goes wrong comes back as an error; by itself the SDK would print to the console past our log.
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  requestHandler: {
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    // Without it the SDK only warns and goes on waiting.
    throwOnRequestTimeout: true,
  },
} as const;
