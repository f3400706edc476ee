/** An account as REST and people name it: GraphQL leaves out the ending that tells bots. */
export function toRestLogin({
  kind,
  login,
}: {
  readonly kind: string;
  readonly login: string;
}): string {
  return kind === 'Bot' && !login.endsWith('[bot]') ? `${login}[bot]` : login;
}
