/** What the commit of a session says; trailers come from whoever makes the commit. */
export function commitMessage(title: string, sentence: string): string {
  return `${title}\n\n${sentence}\n`;
}
