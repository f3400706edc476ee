import { redactText } from '#base/redact.ts';
import { plainText, shortened } from '#base/plain-text.ts';

// No shape of a credential is searched for in more of a text than this.
const mostRead = 20_000;

/** Text of a repository, a tool or an agent that is safe to store in a report: masked, plain and not too long. */
export function safeText(text: string, most = 1_000): string {
  return shortened(redactText(plainText(text.slice(0, mostRead))), most);
}
