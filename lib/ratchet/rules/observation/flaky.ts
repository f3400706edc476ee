/** What logs say when a machine or a network failed, and not the code. */
const signs: readonly RegExp[] = [
  /\b(?:ECONNRESET|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|EPIPE)\b/,
  /could not resolve host/i,
  /temporary failure in name resolution/i,
  /connection (?:reset|timed out|refused)/i,
  /network is unreachable/i,
  /TLS handshake timeout/i,
  /\b(?:502 bad gateway|503 service unavailable|504 gateway time-?out)\b/i,
  /no space left on device/i,
  /runner has received a shutdown signal/i,
  /lost communication with the server/i,
  /(?:API )?rate limit exceeded/i,
];

/** Whether a failure looks like one that goes away when the check runs again. */
export function looksFlaky(log: string): boolean {
  return signs.some((sign) => sign.test(log));
}
