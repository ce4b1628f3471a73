import type { Database } from "../../../db/connections.ts";
import { statementWithFreshPlan } from "../../../db/statements/statement.ts";
import { disputedColumn } from "../disputedColumn.ts";

/**
 * The sum that changes and failed refunds of an order have turned into gift cards (without bonus), plus what was repaid
 * outside the provider, as SQL. `$1` is the seller. Minor units.
 */
export const movedOfOrder = (
  order_id: string,
): string => `((select coalesce(sum(w.gift_card - w.bonus), 0) from order_change w where w.seller_id = $1 and w.ticket_order_id = ${order_id})
    + (select coalesce(sum(case when r.gift_card_account_id is null then r.repaid_elsewhere else r.amount end), 0)
      from payment q join refund r on r.seller_id = $1 and r.payment_id = q.id where q.seller_id = $1 and q.ticket_order_id = ${order_id}
        and (r.gift_card_account_id is not null or r.repaid_elsewhere is not null)))::bigint`;

/**
 * Whether a gift card was paid for by an order whose whole money was refunded, is being refunded or is disputed, as SQL.
 * Nobody can pay with such a card; if the refund fails or the dispute is won, they can again. `$1` is the seller.
 */
export const isRefunded = (account: "a" | "ledger_account"): string => `exists (select from ticket b
  where b.seller_id = $1 and b.id = ${account}.source_ticket_id and b.adjusted_value + b.fee_fixed + b.fee_percent > 0
    and (select sum(p.amount - p.refunded - p.refunding - ${disputedColumn}) from payment p
      where p.seller_id = $1 and p.ticket_order_id = b.ticket_order_id and p.state in ('captured', 'refunded')) <= ${movedOfOrder("b.ticket_order_id")})`;

/** Read it after the card is locked: refunds lock it before they are recorded. */
export const isRefundedCard = async (db: Database, seller_id: string, account_id: string): Promise<boolean> => {
  const [row] = await statementWithFreshPlan<{ refunded: boolean }>(
    db,
    `select ${isRefunded("a")} as refunded from ledger_account a where a.seller_id = $1 and a.id = $2`,
    [seller_id, account_id],
  );
  return row?.refunded ?? false;
};
