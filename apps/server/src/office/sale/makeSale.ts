import type { makeCounterSale } from "@foyer/contract/office/money/counterSales.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { pause } from "../../db/faultPoints.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { changing } from "../../modules/audit/audit.ts";
import { requireOnSale } from "../../modules/cart/hold/requireOnSale.ts";
import { closingWhereRefused, nameRecipient, requestOfStaff } from "../comps/makeComp.ts";
import { visitorForComp } from "../comps/visitorForComp.ts";
import { bookCounterSale } from "./bookCounterSale.ts";
import { findCounterSale } from "./counterSales.sql.ts";
import { memberContext, requireCardOfBuyer, type GoodCard } from "./members/counterMember.ts";
import { refuseSaleByLink } from "./links/findLink.ts";
import { counterTenders, type CounterTenders } from "./counterTenders.ts";
import { countingGuesses } from "./countingGuesses.ts";
import { holdForSale } from "./holdForSale.ts";
import { AlreadySold, findMadeSale, makeOrFindSale, type SaleReply } from "./madeSale.ts";
import { refuseWithoutTill, requireOpenTill } from "./tills/requireTill.ts";

type Sent = StaffReceived<typeof makeCounterSale>;

/**
 * Sells tickets at the counter: holds them like any sale, then takes the payment and creates the order in one transaction.
 * If it is refused, nothing stays held or charged. A repeated call gets the reply of the original sale.
 */
export const sellAtCounter = async (ctx: StaffContext, sent: Sent): Promise<SaleReply> => {
  const sale = { id: sent.sale_id, field: "sale_id", action: "order.sold" } as const;
  const known = await findMadeSale(ctx, sale);
  if (known) return known;
  requireOnSale(ctx);
  const paid = counterTenders(sent.means, ctx.seller.default_currency_code);
  const card = sent.membership_id === undefined ? undefined : await requireCardOfBuyer(ctx, sent.membership_id);
  await refuseWithoutTill(ctx);
  return makeOrFindSale(ctx, sale, () => holdAndBook(ctx, sent, { paid, card }));
};

/** Holds tickets for a visitor by the rules of the counter, in a new cart. */
export const holdAtCounter = async (
  ctx: StaffContext,
  visitor: RequestContext,
  wanted: Parameters<typeof requestOfStaff>[1],
): Promise<string> => holdForSale(visitor, await requestOfStaff(ctx, wanted), { atCounter: true });

/** `card`: the buying member's card; undefined for a new guest. */
type Buying = { readonly paid: CounterTenders; readonly card: GoodCard | undefined };

/** The person who is named on the order and gets its e-mail. */
export const buyerOfSale = (
  { first_name, last_name, email }: Pick<Sent, "first_name" | "last_name" | "email">,
  card: GoodCard | undefined,
) => ({ first_name: first_name ?? card?.first_name ?? "", last_name: last_name ?? card?.last_name ?? "", email });

const holdAndBook = async (ctx: StaffContext, sent: Sent, { paid, card }: Buying): Promise<SaleReply> => {
  const visitor = card ? memberContext(ctx, card.identity_id) : visitorForComp(ctx);
  const buyer = buyerOfSale(sent, card);
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
): Promise<SaleReply> =>
  changing(staff, async (ctx) => {
    // Locked first, so that sales of one till are serialised and none comes after its count.
    const till = await requireOpenTill(ctx);
    if (await findCounterSale(ctx, sent.sale_id)) throw new AlreadySold("This sale was made");
    await refuseSaleByLink(ctx, sent.sale_id);
    await pause("counter_sale_locked");
    await nameRecipient(ctx, cart_id, buyer);
    const { reply } = await bookCounterSale(ctx, visitor, {
      id: sent.sale_id,
      cart_id,
      paid,
      means: sent.means,
      till,
      // Without an address there is nothing to choose.
      emailOptions: sent.email === null ? undefined : sent.email_choice,
      ...(card && { details: { level: card.level } }),
    });
    return reply;
  });
