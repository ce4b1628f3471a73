/** The reasons why a bulk job cannot change an order, so that staff have to handle it. */
export const bulkObstacles = [
  "nothing_left",
  "no_visits",
  "used",
  "disputed",
  "other_event",
  "several_sessions",
  "other_sessions",
  "no_email",
] as const;
export type BulkObstacle = (typeof bulkObstacles)[number];

/** The facts of an order when a bulk job reaches it. Tickets are counted by their current state. */
export type BulkFacts = {
  /** Valid tickets for the job's sessions. */
  readonly booked: number;
  /** Used tickets for the job's sessions. */
  readonly used: number;
  /** Valid or used tickets for other sessions on the same order. */
  readonly elsewhere: number;
  /** Valid or used tickets without a session, if the job is for single orders. */
  readonly undated: number;
  /** The number of sessions that the valid tickets are for. */
  readonly sessions: number;
  /** Valid tickets of another event than the target session's. */
  readonly otherEvent: number;
  /** A payment for the order is disputed. */
  readonly disputed: boolean;
  /** Something was paid for the tickets. */
  readonly isPaid: boolean;
  readonly hasEmail: boolean;
};

/** What a bulk job does with the tickets; `write` only e-mails their buyers. */
export type BulkEffect = "move" | "cancel" | "gift_card" | "write";

/** Why a bulk job has to leave an order to staff; null if it can process the order itself. */
export const bulkObstacle = (effect: BulkEffect, facts: BulkFacts): BulkObstacle | null => {
  const hasVisits = facts.booked + facts.used > 0;
  if (!hasVisits && facts.undated === 0) return "nothing_left";
  if (effect === "write") return facts.hasEmail ? null : "no_email";
  if (!hasVisits) return "no_visits";
  if (facts.used > 0) return "used";
  if (facts.disputed) return "disputed";
  if (effect === "move" && facts.otherEvent > 0) return "other_event";
  // Moved to one session, several visits would become one.
  if (effect === "move" && facts.sessions > 1) return "several_sessions";
  if (facts.elsewhere > 0) return "other_sessions";
  // Nobody would learn the gift card's number.
  return effect === "gift_card" && facts.isPaid && !facts.hasEmail ? "no_email" : null;
};
