import { usesOfLevel } from "@foyer/rules/membership/allocateAllowances.ts";
import type { IssueContext } from "./issueContext.ts";
import type { NewMembership } from "./issueMemberships.sql.ts";
import { moveUses, usesAfterTerm, upcomingUses } from "./moveUses.sql.ts";

type NewTerm = Pick<NewMembership, "id" | "benefits" | "purchase_limit" | "renews_id">;

/**
 * Counts visits in the allowances of new terms that follow others, as far as these have room; the rest stay as they were
 * allowed. A changed level replaces the current term, so that all visits from today on count in it; a renewal covers the
 * days after the former term. Called once the new terms are stored, with the former ones locked.
 */
export const countInNextTerm = async (
  { db, seller }: Pick<IssueContext, "db" | "seller">,
  terms: readonly NewTerm[],
  replaces: "current_term" | "no_term",
): Promise<void> => {
  const following = terms.filter(({ renews_id }) => renews_id !== null);
  if (following.length === 0) return;
  const find = replaces === "current_term" ? upcomingUses : usesAfterTerm;
  const uses = await find(
    db,
    seller.id,
    following.map(({ id }) => id),
  );
  const moved = following.flatMap(({ id: membership_id, benefits, purchase_limit }) =>
    usesOfLevel(
      uses.filter(({ next_id }) => next_id === membership_id),
      { membership_id, benefits, purchase_limit },
    ),
  );
  await moveUses(db, seller.id, moved);
};
