import * as z from "zod/mini";

/** Minutes around a session in which its tickets admit people. */
export const EventGate = z.strictObject({
  /** Minutes before its start; 30 by default. */
  opens_minutes: z.optional(z.int().check(z.minimum(0), z.maximum(1440))),
  /** Minutes after its start; by default until its end. */
  closes_minutes: z.optional(z.int().check(z.minimum(0), z.maximum(1440))),
});
export type EventGate = z.infer<typeof EventGate>;

/**
 * How often a ticket admits its holder: once, any number of times on its day, or again after an exit was scanned. For a
 * pass, the same within a day.
 */
export const Reentry = z.enum(["never", "day", "after_exit"]);
export type Reentry = z.infer<typeof Reentry>;

export const GroupGate = z.strictObject({
  reentry: z.optional(Reentry),
  /** The number of visits of a pass during its term; by default one per day of the term. */
  visits: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
});
export type GroupGate = z.infer<typeof GroupGate>;

/** Whether gate staff can admit somebody for whom the answer is Look, by reason. */
export const SellerGate = z.strictObject({
  /** A ticket for another session of the same day; allowed by default. */
  other_session: z.optional(z.boolean()),
  /** A code that is not in the list of an offline device; not allowed by default. */
  unlisted: z.optional(z.boolean()),
});
export type SellerGate = z.infer<typeof SellerGate>;
