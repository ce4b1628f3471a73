import { toDecimal } from "@foyer/rules/values/money.ts";
import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { priceLevelTickets } from "../../../modules/cart/change/venue/priceLevelTickets.ts";
import { releaseUnpaid } from "../../../modules/cart/release/releaseUnpaid.ts";
import { isHeld } from "../../../modules/checkout/batch/heldTickets.ts";
import { lockCheckout } from "../../../modules/checkout/batch/lockCheckout.ts";
import { lockOrder } from "../../../modules/checkout/change/lockOrder.ts";
import { lockEndable } from "../../../modules/membership/end/endMemberships.ts";
import { requireCardMember } from "../../members/memberTransaction.ts";
import { planLevelChange, readChangeable, type ChangeableMembership, type LevelPlan } from "./planLevelChange.ts";

type Shown = { readonly due: string; readonly back: string };

/** Refuses amounts other than those shown: the day or a price has changed since. */
export const requireShown = ({ seller }: StaffContext, { due, back }: LevelPlan, shown: Shown): void => {
  const money = (amount: number): string => toDecimal(amount, seller.default_currency_code);
  if (money(due) === shown.due && money(back) === shown.back) return;
  throw new Refused({
    code: "payment_incorrect_amount",
    context: "membership",
    description: "The difference has changed. Please review it.",
    extra: { total: money(due), back: money(back) },
  });
};

type WantedChange = {
  /** The cart that holds the places of the new level. */
  readonly cart_id: string;
  readonly membership_id: string;
  readonly version: string;
  readonly level: string;
  /** As read before anything was locked. */
  readonly of: ChangeableMembership;
  readonly shown: Shown;
};

/**
 * The change as of now, behind the locks that renewals, endings and other changes of the membership take: first all carts,
 * by id, then memberships. If the cart were locked after these, a process that holds the cart and waits for the
 * memberships, such as a merge of its holder, would deadlock. A link for another change that waits to be paid ends; the
 * call is refused while somebody is paying by it.
 */
export const lockLevelChange = async (
  ctx: StaffContext,
  { cart_id, membership_id, version, level, of: seen, shown }: WantedChange,
): Promise<{ readonly of: ChangeableMembership; readonly plan: LevelPlan }> => {
  const waiting = new Set(seen.party.flatMap(({ change_cart_id }) => change_cart_id ?? []));
  await lockOrder(ctx, seen.order, { refusesPaying: true, cart_ids: [cart_id, ...waiting] });
  for (const waiting_id of waiting)
    if ((await releaseUnpaid(ctx, waiting_id)) === "paying")
      throw new Refused({ code: "payment_in_progress", context: "membership" });
  await lockEndable(
    ctx,
    seen.party.map(({ ticket_id }) => ticket_id),
  );
  await pause("member_level_locked");
  await requireCardMember(ctx, membership_id, version);
  const of = await readChangeable(ctx, membership_id);
  const plan = await planLevelChange(ctx, of, level);
  requireShown(ctx, plan, shown);
  return { of, plan };
};

/** Sets the prices of a cart's held tickets to the difference, and records the memberships that they change. */
export const priceHeldLevel = async (
  ctx: StaffContext,
  cart_id: string,
  { of, plan }: { readonly of: ChangeableMembership; readonly plan: LevelPlan },
): Promise<void> => {
  const { db, seller } = ctx;
  const checkout = (await lockCheckout(db, seller, [cart_id])).get(cart_id);
  if (checkout?.cart.state !== "pending") throw new Refused({ code: "cart_expired", context: "cart" });
  const left = checkout.tickets.filter(isHeld).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const tickets = plan.places.map(({ person, type, price, worth }) => {
    const nth = left.findIndex(({ ticket_type_id }) => ticket_type_id === type.id);
    const [ticket] = nth < 0 ? [] : left.splice(nth, 1);
    if (!ticket) throw new Error(`The cart ${cart_id} has no place for everybody`);
    return { id: ticket.id, price, worth, changes_id: person.membership_id, until: of.holder.valid_to };
  });
  await priceLevelTickets(ctx, tickets);
};
