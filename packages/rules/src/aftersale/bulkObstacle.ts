/** What keeps an order from being changed by a bulk job, so that a person has to look at it. */
export const bulkObstacles = ["nothing_left", "used", "disputed", "other_sessions", "no_email"] as const;
export type BulkObstacle = (typeof bulkObstacles)[number];

/** An order as a bulk job finds it. Tickets are counted by what they are now. */
export type BulkFacts = {
  /** Valid tickets for the job's sessions. */
  readonly booked: number;
  /** Used ones for these sessions. */
  readonly used: number;
  /** Valid or used tickets for other sessions on the same order. */
  readonly elsewhere: number;
  /** A payer disputes a payment of it. */
  readonly disputed: boolean;
  readonly hasEmail: boolean;
};

/** What a bulk job does to tickets, or that it only writes to their buyers. */
export type BulkEffect = "move" | "cancel" | "gift_card" | "write";

/** Why a job leaves an order to a person; null where it can do it by itself. */
export const bulkObstacle = (effect: BulkEffect, facts: BulkFacts): BulkObstacle | null => {
  if (facts.booked + facts.used === 0) return "nothing_left";
  if (effect === "write") return facts.hasEmail ? null : "no_email";
  if (facts.used > 0) return "used";
  if (facts.disputed) return "disputed";
  return facts.elsewhere > 0 ? "other_sessions" : null;
};
