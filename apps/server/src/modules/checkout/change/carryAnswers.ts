import { answersForGroups, mergeAnswers } from "../../cart/change/request/carriedForms.ts";
import type { LockedCheckout } from "../batch/lockedCheckout.ts";
import type { SellerDb } from "../context.ts";
import { readSurveys, writeAnswers } from "../survey/surveys.sql.ts";
import type { CheckoutChange } from "./checkoutChange.ts";

/**
 * Gives the order the survey answers of its new tickets: those sent with the change, and the order's own answers to the
 * same questions. Called while the new tickets are held.
 */
export const carryAnswers = async (
  { db, seller }: SellerDb,
  { cart }: Pick<LockedCheckout, "cart">,
  { changed }: Pick<CheckoutChange, "changed">,
): Promise<void> => {
  const surveys = await readSurveys(db, seller.id, [cart.id]);
  if (surveys.length === 0) return;
  const groups = surveys.map(({ ticket_group_id: id, spec }) => ({ id, spec }));
  const carried = answersForGroups(changed, cart.change?.gives_up ?? [], groups);
  const sent = Object.fromEntries(surveys.map(({ ticket_group_id, answers }) => [ticket_group_id, answers]));
  await writeAnswers(db, seller.id, [{ cart_id: changed.order.cart_id, answers: mergeAnswers(carried, sent) }]);
};
