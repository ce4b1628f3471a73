import * as z from "zod/mini";

/** After so many minutes without use a sign-in of the staff ends, unless the seller sets others for a till or a device. */
export const usualIdleMinutes = 12 * 60;

/** Whole minutes, from a quarter of an hour to a day. */
const IdleMinutes = z.int().check(z.minimum(15), z.maximum(24 * 60));

/** When sign-ins of the staff end that nobody uses; 12 hours, where a time is absent. */
export const SignInLimits = z.strictObject({
  /** Of somebody whose till is not closed, in the browser where they use it. */
  till_minutes: z.optional(IdleMinutes),
  /** In the browser of a paired device. */
  device_minutes: z.optional(IdleMinutes),
});
export type SignInLimits = z.infer<typeof SignInLimits>;
