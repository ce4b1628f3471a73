import * as z from "zod/mini";

/** Minutes around a session in which its tickets let people in. */
export const EventGate = z.strictObject({
  /** Before its start; 30 unless set. */
  opens_minutes: z.optional(z.int().check(z.minimum(0), z.maximum(1440))),
  /** After its start; until its end unless set. */
  closes_minutes: z.optional(z.int().check(z.minimum(0), z.maximum(1440))),
});
export type EventGate = z.infer<typeof EventGate>;

/**
 * How often a ticket lets its holder in: once, as often as they like on its day, or again after an exit was scanned. A pass
 * lets in once a day by the same words.
 */
export const Reentry = z.enum(["never", "day", "after_exit"]);
export type Reentry = z.infer<typeof Reentry>;

export const GroupGate = z.strictObject({
  reentry: z.optional(Reentry),
  /** Visits of a pass during its term; without it, as many as there are days. */
  visits: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
});
export type GroupGate = z.infer<typeof GroupGate>;

/** Whether staff at the gate may let somebody in whom the answer Look leaves to them. */
export const SellerGate = z.strictObject({
  /** A ticket for another session of the same day; they may, unless set to false. */
  other_session: z.optional(z.boolean()),
  /** A code that is not in the list of a device without a network; they may not, unless set to true. */
  unlisted: z.optional(z.boolean()),
});
export type SellerGate = z.infer<typeof SellerGate>;
