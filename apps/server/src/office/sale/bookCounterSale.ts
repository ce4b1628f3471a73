import type { makeCounterSale } from "@foyer/contract/office/money/counterSales.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit } from "../../modules/audit/audit.ts";
import { payAtCounter } from "../../modules/checkout/counter/payAtCounter.ts";
import { findOrder } from "../../modules/orders/readOrders.ts";
import { chosenEmail, type EmailOptions } from "../../providers/mail/emailOptions.ts";
import { holdConfirmation } from "../comps/comps.sql.ts";
import { insertCounterSale } from "./counterSales.sql.ts";
import type { CounterTenders } from "./counterTenders.ts";
import { saleReply, type SaleReply } from "./madeSale.ts";
import { recordAtTill } from "./tills/recordAtTill.ts";

type HeldSale = {
  readonly id: string;
  readonly cart_id: string;
  readonly paid: CounterTenders;
  readonly means: StaffReceived<typeof makeCounterSale>["means"];
  /** Undefined if paid with gift cards only, which no till counts. */
  readonly till: { readonly id: string } | undefined;
  /** Further details for the order's audit log entry. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What staff chose for the confirmation. */
  readonly emailOptions?: EmailOptions | undefined;
};
type BookedSale = {
  readonly reply: SaleReply;
  /** What the audit log records about the payment. */
  readonly sold: { readonly total: string; readonly means: readonly string[] };
  readonly order_number: number;
};

/**
 * Takes the payment for a cart that `buyer` holds and creates its order; the till and the audit log record both. Runs in
 * the transaction of `ctx`, which has locked the till.
 */
export const bookCounterSale = async (
  ctx: StaffContext,
  buyer: RequestContext,
  { id, cart_id, paid, means, till, details, emailOptions }: HeldSale,
): Promise<BookedSale> => {
  const { order_id, total, payments } = await payAtCounter(
    { ...buyer, db: ctx.db, emailOptions },
    cart_id,
    paid.tenders,
  );
  if (emailOptions?.is_sent === false) await holdConfirmation(ctx, order_id);
  if (till) await recordAtTill(ctx, till.id, { payments, tenders: paid.tenders });
  const { tendered, change } = paid;
  const till_id = till?.id ?? null;
  await insertCounterSale(ctx, { id, ticket_order_id: order_id, till_id, total, tendered, change });
  const order = await findOrder(ctx, order_id);
  if (!order) throw new Error(`The sale ${id} has no order`);
  const { order_number, currency } = order;
  const sold = { total: toDecimal(total, currency), means: means.map(({ kind, amount }) => `${kind} ${amount}`) };
  await audit(ctx, {
    action: "order.sold",
    entity: { kind: "order", id: String(order_number) },
    after: { ...sold, ...details, ...chosenEmail(emailOptions) },
  });
  return { reply: saleReply({ order_number, total, change, currency }), sold, order_number };
};
