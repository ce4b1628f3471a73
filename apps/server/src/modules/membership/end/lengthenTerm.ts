import { renewalSchedule, sellerRenewalPeriods } from "@foyer/rules/membership/autoRenewal.ts";
import { lengthenedEnd } from "@foyer/rules/membership/term.ts";
import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { SellerContext } from "../../../http/requestContext.ts";
import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import { lockEndings, selectEndings } from "./endMemberships.sql.ts";
import { restartRenewals, setTermEnds, termsOfParty } from "./lengthenTerm.sql.ts";

export type LengthenedTerm = { readonly before: string; readonly valid_to: string; readonly people: number };

/**
 * Moves the end of a term by days, for everybody on the membership, in the caller's transaction. Holds the locks that a
 * charge for the next term takes too, so that no term overlaps the next one.
 */
export const lengthenTerm = async (
  ctx: SellerContext,
  { membership_id, days }: { readonly membership_id: string; readonly days: number },
): Promise<LengthenedTerm> => {
  const { db, seller } = ctx;
  const ticket_ids = (await termsOfParty(db, seller.id, membership_id)).map(({ ticket_id }) => ticket_id);
  await lockEndings(db, seller.id, ticket_ids);
  await pause("membership_endings_locked");
  const endings = await selectEndings(db, seller.id, ticket_ids);
  if (endings.some(({ is_being_charged }) => is_being_charged))
    throw new Refused({ code: "payment_in_progress", context: "membership" });
  const party = await termsOfParty(db, seller.id, membership_id);
  const terms = party.flatMap((term) => {
    const { valid_to, timezone } = term;
    return valid_to === null ? [] : [{ ...term, valid_to: lengthenedEnd(valid_to, days, timezone), before: valid_to }];
  });
  const own = terms.find(({ id }) => id === membership_id);
  if (!own || endings.some(({ is_renewed }) => is_renewed)) throw notLengthened();
  await setTermEnds(db, seller.id, terms);
  const periods = sellerRenewalPeriods(seller.configuration);
  await restartRenewals(
    db,
    seller.id,
    terms.map((term) => ({ membership_id: term.id, due_at: renewalSchedule(term, periods).due_at.toString() })),
  );
  await markPassesChanged(db, seller.id, ticket_ids);
  return { before: own.before, valid_to: own.valid_to, people: terms.length };
};

const notLengthened = (): Refused =>
  new Refused({
    code: "ticket_state_incorrect",
    context: "membership",
    description: "This term was cancelled or renewed, or has no end.",
  });
