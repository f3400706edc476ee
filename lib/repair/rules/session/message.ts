/** What the commit of a session says; trailers come from the step that makes the commit. */
export function commitMessage(title: string, body: string): string {
  return `${title}\n\n${body}\n`;
}
