/** The shapes of credentials that speak for themselves, whatever stands around them. Bounded, so linear. */
export const tokenShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  // Installation tokens grow into ghs_<app>_<JWT>: no fixed length, and dots inside.
  /gh[opsur]_[A-Za-z0-9_.-]{16,}/g,
  /github_pat_\w{16,}/g,
  /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}/g,
  /(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
];
