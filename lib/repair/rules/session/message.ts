/** What the commit of a session says; trailers come from whoever makes the commit. */
export function commitMessage(title: string, body: string): string {
  return `${title}\n\n${body}\n`;
}
