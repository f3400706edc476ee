/** What the commit of a session says; trailers come from whoever makes the commit. */
export function commitMessage(sentence: string): string {
  return `Repair what ratchetr found\n\n${sentence}\n`;
}
