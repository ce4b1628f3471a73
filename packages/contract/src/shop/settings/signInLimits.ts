import * as z from "zod/mini";

/** The minutes without use after which a staff sign-in ends, unless the seller sets another time for a till or a device. */
export const defaultIdleMinutes = 12 * 60;

/** Whole minutes, from a quarter of an hour to a day. */
const IdleMinutes = z.int().check(z.minimum(15), z.maximum(24 * 60));

/** After how long without use staff sign-ins end; 12 hours for an absent value. */
export const SignInLimits = z.strictObject({
  /** For sign-ins of people with an open till, in the browser where they use it. */
  till_minutes: z.optional(IdleMinutes),
  /** For sign-ins in the browser of a paired device. */
  device_minutes: z.optional(IdleMinutes),
});
export type SignInLimits = z.infer<typeof SignInLimits>;
