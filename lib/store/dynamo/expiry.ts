/** DynamoDB forgets by whole seconds; rounding up never forgets too early. */
export function toExpirySeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
