import type { makeCounterSale } from "@foyer/contract/office/money/counterSales.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { noExtras } from "@foyer/rules/hold/decideHold.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { pause } from "../../db/faultPoints.ts";
import { Refused } from "../../errors/refused.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { requireOnSale } from "../../modules/cart/hold/requireOnSale.ts";
import { submitCartChange } from "../../modules/cart/hold/reserveTickets.ts";
import { payAtCounter } from "../../modules/checkout/counter/payAtCounter.ts";
import { findOrder } from "../../modules/orders/readOrders.ts";
import { closingWhereRefused, nameRecipient, requestOfStaff } from "../comps/makeComp.ts";
import { visitorForComp } from "../comps/visitorForComp.ts";
import { findCounterSale, insertCounterSale, type CounterSaleRow } from "./counterSales.sql.ts";
import { memberContext, requireCardOfBuyer, type GoodCard } from "./members/counterMember.ts";
import { refuseSaleByLink } from "./links/findLink.ts";
import { counterTenders, type CounterTenders } from "./counterTenders.ts";
import { countingGuesses } from "./countingGuesses.ts";
import { recordAtTill } from "./recordAtTill.ts";
import { refuseWithoutTill, requireOpenTill } from "./requireTill.ts";

type Sent = StaffReceived<typeof makeCounterSale>;
type Reply = StaffReply<typeof makeCounterSale>;

/** A sale at the counter as it was made. */
export const saleReply = ({ order_number, total, change, currency }: CounterSaleRow): Reply => ({
  order_number: Number(order_number),
  total: toDecimal(Number(total), currency),
  change: toDecimal(Number(change), currency),
  currency,
});

/** Somebody sent the same sale meanwhile, and it was made. */
class AlreadySold extends Error {}

/**
 * Sells tickets at the counter: holds them like anybody's, then takes the money and makes the order in one transaction. What
 * is refused holds nothing and takes nothing. A sale that was made is answered as it was, however often it is sent.
 */
export const sellAtCounter = async (ctx: StaffContext, sent: Sent): Promise<Reply> => {
  const known = await knownSale(ctx, sent.sale_id);
  if (known) return known;
  requireOnSale(ctx);
  const paid = counterTenders(sent.means, ctx.seller.default_currency_code);
  const card = sent.membership_id === undefined ? undefined : await requireCardOfBuyer(ctx, sent.membership_id);
  await refuseWithoutTill(ctx);
  try {
    return await holdAndBook(ctx, sent, { paid, card });
  } catch (error) {
    // Its places may have gone to the same sale.
    const made =
      error instanceof AlreadySold || error instanceof Refused ? await knownSale(ctx, sent.sale_id) : undefined;
    if (made) return made;
    throw error;
  }
};

/** The sale of this id, if it was made: its entry in the audit log was written then. */
const knownSale = async (ctx: StaffContext, sale_id: string): Promise<Reply | undefined> => {
  const sale = await findCounterSale(ctx, sale_id);
  if (!sale) return undefined;
  if (sale.staff_id !== ctx.staff.id)
    throw new Refused({ code: "validation_failed", context: "order", extra: { fields: ["sale_id"] } });
  ctx.audited.add("order.sold");
  return saleReply(sale);
};

/** Holds tickets for a visitor as the counter may sell them, in a cart of its own. */
export const holdAtCounter = async (
  ctx: StaffContext,
  visitor: RequestContext,
  wanted: Parameters<typeof requestOfStaff>[1],
): Promise<string> => {
  const { cart } = await submitCartChange(visitor, {
    access: "owner",
    add: [await requestOfStaff(ctx, wanted)],
    remove: [],
    channel_id: "box_office",
    campaign: {},
    extras: { ...noExtras, unattended: true, atCounter: true },
  });
  const cart_id = cart._data[0]?.id;
  if (cart_id === undefined) throw new Error("The hold of a sale has no cart");
  await pause("counter_sale_held");
  return cart_id;
};

/** `card`: of the member who buys; without one it is somebody new. */
type Buying = { readonly paid: CounterTenders; readonly card: GoodCard | undefined };

const holdAndBook = async (ctx: StaffContext, sent: Sent, { paid, card }: Buying): Promise<Reply> => {
  const visitor = card ? memberContext(ctx, card.identity_id) : visitorForComp(ctx);
  const buyer = {
    first_name: sent.first_name ?? card?.first_name ?? "",
    last_name: sent.last_name ?? card?.last_name ?? "",
    email: sent.email,
  };
  const cart_id = await holdAtCounter(ctx, visitor, { ...sent, ...buyer });
  return closingWhereRefused(visitor, cart_id, () =>
    countingGuesses(visitor, paid, () => bookSale(ctx, visitor, { cart_id, sent, paid, buyer, card })),
  );
};

type Booking = {
  readonly cart_id: string;
  readonly sent: Sent;
  readonly paid: CounterTenders;
  readonly buyer: Parameters<typeof nameRecipient>[2];
  readonly card: GoodCard | undefined;
};

const bookSale = (
  staff: StaffContext,
  visitor: RequestContext,
  { cart_id, sent, paid, buyer, card }: Booking,
): Promise<Reply> =>
  changing(staff, async (ctx) => {
    // First: sales of one till take turns, and none comes after its count.
    const till = await requireOpenTill(ctx);
    if (await findCounterSale(ctx, sent.sale_id)) throw new AlreadySold("This sale was made");
    await refuseSaleByLink(ctx, sent.sale_id);
    await pause("counter_sale_locked");
    await nameRecipient(ctx, cart_id, buyer);
    const { order_id, total, payments } = await payAtCounter({ ...visitor, db: ctx.db }, cart_id, paid.tenders);
    await recordAtTill(ctx, till.id, { payments, tenders: paid.tenders });
    const { tendered, change } = paid;
    await insertCounterSale(ctx, {
      id: sent.sale_id,
      ticket_order_id: order_id,
      till_id: till.id,
      total,
      tendered,
      change,
    });
    const order = await findOrder(ctx, order_id);
    if (!order) throw new Error(`The sale ${sent.sale_id} has no order`);
    const { order_number, currency } = order;
    await audit(ctx, {
      action: "order.sold",
      entity: { kind: "order", id: String(order_number) },
      after: {
        total: toDecimal(total, currency),
        means: sent.means.map(({ kind, amount }) => `${kind} ${amount}`),
        ...(card && { level: card.level }),
      },
    });
    return saleReply({ order_number, staff_id: ctx.staff.id, total, change, currency });
  });
