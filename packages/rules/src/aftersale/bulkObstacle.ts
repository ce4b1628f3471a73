/** The reasons why a bulk job cannot change an order, so that staff have to handle it. */
export const bulkObstacles = ["nothing_left", "used", "disputed", "other_sessions", "no_email"] as const;
export type BulkObstacle = (typeof bulkObstacles)[number];

/** The facts of an order when a bulk job reaches it. Tickets are counted by their current state. */
export type BulkFacts = {
  /** Valid tickets for the job's sessions. */
  readonly booked: number;
  /** Used tickets for the job's sessions. */
  readonly used: number;
  /** Valid or used tickets for other sessions on the same order. */
  readonly elsewhere: number;
  /** A payment for the order is disputed. */
  readonly disputed: boolean;
  readonly hasEmail: boolean;
};

/** What a bulk job does with the tickets; `write` only e-mails their buyers. */
export type BulkEffect = "move" | "cancel" | "gift_card" | "write";

/** Why a bulk job has to leave an order to staff; null if it can process the order itself. */
export const bulkObstacle = (effect: BulkEffect, facts: BulkFacts): BulkObstacle | null => {
  if (facts.booked + facts.used === 0) return "nothing_left";
  if (effect === "write") return facts.hasEmail ? null : "no_email";
  if (facts.used > 0) return "used";
  if (facts.disputed) return "disputed";
  return facts.elsewhere > 0 ? "other_sessions" : null;
};
