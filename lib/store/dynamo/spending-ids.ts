import * as z from 'zod';
import { parseJson } from '#base/json.ts';

const reservation = z.object({
  token: z.string().min(1),
  accounts: z.object({ attempt: z.string(), pullRequest: z.string(), month: z.string() }),
  amount: z.int().nonnegative(),
  expiresAt: z.int(),
});

/** Everything that is needed to find a reservation again in its three accounts. */
export type StoredReservation = z.infer<typeof reservation>;

/** The id holds the reservation itself, so that it need not be stored. It is trusted no further than the holds agree. */
export function encodeReservation(made: StoredReservation): string {
  return Buffer.from(JSON.stringify(reservation.parse(made))).toString('base64url');
}

/** undefined: no caller was given such an id. */
export function decodeReservation(id: string): StoredReservation | undefined {
  return reservation.safeParse(parseJson(Buffer.from(id, 'base64url').toString())).data;
}
