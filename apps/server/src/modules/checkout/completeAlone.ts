import { crash } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import { issueGiftCards } from "../ledger/issueGiftCards.ts";
import { issueMemberships } from "../membership/issueMemberships.ts";
import type { Attempt } from "./attempt.ts";
import { openTill, type AtTill, type Held } from "./atTill.ts";
import { orderOfCart, type Shop } from "./checkout.sql.ts";
import { bookAll, verdictOn, type Completed } from "./completion.ts";
import { purchasersOf } from "./purchasers.sql.ts";
import { queueConfirmation } from "./queueConfirmation.ts";
import { queuePartPaid } from "./queuePartPaid.ts";
import { balanceOfCart } from "./schedule.ts";
import { freezeParts, keepPartPaid } from "./schedule.sql.ts";

/** A cart of which more has to be written than of others, in a transaction of its own. */
export const completeAlone = async (outer: Shop, cart_id: string): Promise<Completed | undefined> => {
  const completed = await transact(outer, async (shop): Promise<Completed | undefined> => {
    const { db, seller } = shop;
    const at = (await openTill(db, seller, [cart_id])).get(cart_id);
    if (!at) return undefined;
    const order = await orderOfCart(shop, cart_id);
    if (order) return { outcome: "completed", order_id: order.id };
    const verdict = verdictOn(at);
    if (verdict.is === "open") return undefined;
    if (verdict.is === "kept") return { outcome: "partial" };
    if (verdict.is === "part") {
      await keepPart(shop, at, verdict);
      return { outcome: "partial" };
    }
    const [buyer] = await purchasersOf(db, seller.id, [cart_id]);
    if (!buyer) throw new Error("Whoever buys is not there.");
    const [booked] = await bookAll(db, seller, [{ at, held: verdict.held, buyer }]);
    if (!booked) throw new Error("A cart that was paid for has no order.");
    if (verdict.held.sells_gift_cards) await issueGiftCards(shop, booked.order.id);
    if (verdict.held.sells_memberships) await issueMemberships(shop, booked.order.id);
    await queueConfirmation(shop, booked);
    crash("inside_order_transaction");
    return { outcome: "completed", order_id: booked.order.id };
  });
  if (completed?.outcome === "completed") crash("after_order_commit");
  return completed;
};

/** The first part that is taken fixes the schedule by which the others are due. */
const keepPart = async (
  shop: Shop,
  { cart }: AtTill,
  { held, attempt }: { readonly held: Held; readonly attempt: Attempt },
): Promise<void> => {
  if (!cart.part_paid) await freezeParts(shop, cart.id, balanceOfCart(shop.seller, cart, held, { paid: 0 }).parts);
  await keepPartPaid(shop, cart.id);
  await queuePartPaid(
    shop,
    cart.id,
    attempt.parts.map(({ id }) => id),
  );
};
