import {
  counterLinkMinutes,
  type CounterLink,
  type listCounterLinks,
  type makeCounterLink,
} from "@foyer/contract/office/money/counterLinks.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { requireOnSale } from "../../../modules/cart/hold/requireOnSale.ts";
import { lockCheckout } from "../../../modules/checkout/batch/lockCheckout.ts";
import { heldSummary } from "../../../modules/checkout/batch/lockedCheckout.ts";
import { refuseBlockedCart } from "../../../modules/checkout/refuseBlockedCart.ts";
import { chosenEmail, chosenFor } from "../../../providers/mail/emailOptions.ts";
import { closingWhereRefused } from "../../comps/makeComp.ts";
import { visitorForComp } from "../../comps/visitorForComp.ts";
import { findCounterSale } from "../counterSales.sql.ts";
import { holdAtCounter } from "../makeSale.ts";
import { refuseWithoutTill, requireOpenTill } from "../tills/requireTill.ts";
import { linkKind, queueLinkEmail } from "./linkEmail.ts";
import { insertLink, linkOfSale, linksOfStaff, type LinkRow } from "./links.sql.ts";

type Sent = StaffReceived<typeof makeCounterLink>;

export const linkAddress = ({ slug }: StaffContext["seller"], cart_id: string): string =>
  `/${slug}/checkout/${cart_id}`;

export const presentLink = ({ seller, providers }: StaffContext, link: LinkRow): CounterLink => {
  const { cart_id, sale_id, state, total, tickets, made_at, expires_at, order_number } = link;
  const currency = seller.default_currency_code;
  return {
    sale_id,
    url: `${providers.origin}${linkAddress(seller, cart_id)}`,
    state,
    total: toDecimal(Number(total), currency),
    currency,
    tickets,
    made_at,
    expires_at,
    order_number: order_number === null ? null : Number(order_number),
  };
};

export const listLinks = async (ctx: StaffContext): Promise<StaffReply<typeof listCounterLinks>> => ({
  links: (await linksOfStaff(ctx)).map((link) => presentLink(ctx, link)),
});

/** The same sale was sent again meanwhile, and its link exists already. */
class AlreadyMade extends Error {}

/**
 * Holds tickets at the counter in a cart without an owner, which anybody with its link can pay for in the ordinary
 * checkout. If it is refused, nothing stays held. A repeated call returns the existing link.
 */
export const makeLink = async (ctx: StaffContext, sent: Sent): Promise<CounterLink> => {
  const known = await knownLink(ctx, sent.sale_id);
  if (known) return known;
  requireOnSale(ctx);
  await refuseWithoutTill(ctx);
  try {
    return await holdAndMark(ctx, sent);
  } catch (error) {
    const made =
      error instanceof AlreadyMade || error instanceof Refused ? await knownLink(ctx, sent.sale_id) : undefined;
    if (made) return made;
    throw error;
  }
};

const invalidSale = (): Refused =>
  new Refused({ code: "validation_failed", context: "order", extra: { fields: ["sale_id"] } });

/** The earlier link of this sale, if there is one. Its audit log entry was written then. */
const knownLink = async (ctx: StaffContext, sale_id: string): Promise<CounterLink | undefined> => {
  const link = await linkOfSale(ctx, sale_id);
  if (!link) return undefined;
  if (link.staff_id !== ctx.staff.id) throw invalidSale();
  ctx.audited.add("order.link_made");
  return presentLink(ctx, link);
};

const holdAndMark = async (ctx: StaffContext, sent: Sent): Promise<CounterLink> => {
  const visitor = visitorForComp(ctx);
  const { first_name = "", last_name = "" } = sent;
  const cart_id = await holdAtCounter(ctx, visitor, { ...sent, first_name, last_name });
  return closingWhereRefused(visitor, cart_id, () =>
    changing(ctx, async (tx) => {
      // Locked first, as in a sale: the second of two concurrent calls finds the link of the first.
      await requireOpenTill(tx);
      if (await linkOfSale(tx, sent.sale_id)) throw new AlreadyMade("This link was made");
      if (await findCounterSale(tx, sent.sale_id)) throw invalidSale();
      await pause("counter_link_locked");
      const total = await requireTotal(tx, cart_id, sent.total);
      await insertLink(tx, { cart_id, sale_id: sent.sale_id, total, minutes: counterLinkMinutes });
      const link = await linkOfSale(tx, sent.sale_id);
      if (!link) throw new Error(`The link of sale ${sent.sale_id} is missing`);
      const to = sent.email;
      const emailOptions = chosenFor(linkKind, sent.email_choice);
      if (to !== null) await queueLinkEmail({ ...tx, emailOptions }, { ...link, to, first_name, total });
      await audit(tx, {
        action: "order.link_made",
        entity: { kind: "counter_sale", id: sent.sale_id },
        after: { total: sent.total, until: link.expires_at, ...(to !== null && chosenEmail(emailOptions)) },
      });
      return presentLink(tx, link);
    }),
  );
};

/** The cart's total, behind its lock. Refuses if it is not the amount shown, or zero. */
const requireTotal = async (ctx: StaffContext, cart_id: string, shown: string): Promise<number> => {
  const { db, seller } = ctx;
  const currency = seller.default_currency_code;
  const checkout = (await lockCheckout(db, seller, [cart_id])).get(cart_id);
  const held = checkout && heldSummary(checkout);
  if (!checkout || checkout.cart.state !== "pending" || !held || held.count === 0)
    throw new Refused({ code: "cart_expired", context: "cart" });
  refuseBlockedCart(ctx, checkout);
  if (held.total === 0 || fromDecimal(shown, currency) !== held.total)
    throw new Refused({
      code: "payment_incorrect_amount",
      context: "payment",
      extra: { total: toDecimal(held.total, currency) },
    });
  return held.total;
};
