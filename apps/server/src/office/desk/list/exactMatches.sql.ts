import { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { statementWithFreshPlan } from "../../../db/statements/statement.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";

/** A code may have been used by many orders: only the newest are found. */
const mostOrders = 1000;

export type ExactNumber = {
  readonly scan_code: string;
  readonly printed: string;
  readonly code: string;
  readonly provider_ref: string;
};

/** By which kinds of numbers the reader may find orders. */
export type ReadableKinds = { readonly members: boolean; readonly giftCards: boolean; readonly codes: boolean };

export type ExactMatch = {
  readonly order_number: number;
  /** A promo code matches many orders, so it never identifies a single one. */
  readonly kind: "scan_code" | "member" | "gift_card" | "code" | "payment";
};

/** Gift cards with this number, now or before it was replaced. */
const cardsOfNumber = `select x.id from ledger_account x where x.seller_id = $1 and x.normalized = $3 and $7
  union select x.account_id from replaced_gift_card_number x where x.seller_id = $1 and x.normalized = $3 and $7`;

/**
 * Orders by a full number or code of the order or of its tickets, cards, codes and payments, including replaced ones, each
 * found by its own index.
 */
export const findExactMatches = (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  { scan_code, printed, code, provider_ref }: ExactNumber,
  { members, giftCards, codes }: ReadableKinds,
): Promise<ExactMatch[]> =>
  statementWithFreshPlan(
    db,
    `select order_number, 'scan_code' as kind from ticket_order where seller_id = $1 and scan_code = $2
     union select o.order_number, 'scan_code' from ticket t join ticket_order o on o.seller_id = $1 and o.id = t.ticket_order_id
     where t.seller_id = $1 and t.scan_code = $2
     union select o.order_number, 'scan_code' from replaced_code r
     join ticket t on t.seller_id = $1 and t.id = r.ticket_id join ticket_order o on o.seller_id = $1 and o.id = t.ticket_order_id
     where r.seller_id = $1 and r.code_hash in (sha256(convert_to($2, 'UTF8')), sha256(convert_to($3, 'UTF8')))
       and ($6 or not exists (select from membership m where m.seller_id = $1 and m.ticket_id = r.ticket_id))
     union select o.order_number, 'member' from membership m join ticket_order o on o.seller_id = $1 and o.id = m.ticket_order_id
     where m.seller_id = $1 and m.member_number = $3 and $6
     union select o.order_number, 'member' from membership m join ticket_order o on o.seller_id = $1 and o.id = m.ticket_order_id
     where m.seller_id = $1 and m.scan_code = $2 and $6
     union select o.order_number, 'gift_card' from (${cardsOfNumber}) a
     join ledger_account b on b.seller_id = $1 and b.id = a.id
     join ticket t on t.seller_id = $1 and t.id = b.source_ticket_id join ticket_order o on o.seller_id = $1 and o.id = t.ticket_order_id
     union select o.order_number, 'gift_card' from (${cardsOfNumber}) a
     join ledger_entry e on e.seller_id = $1 and e.account_id = a.id join payment p on p.seller_id = $1 and p.id = e.payment_id
     join ticket_order o on o.seller_id = $1 and o.id = p.ticket_order_id
     union select o.order_number, 'gift_card' from (${cardsOfNumber}) a
     join order_change c on c.seller_id = $1 and c.gift_card_account_id = a.id
     join ticket_order o on o.seller_id = $1 and o.id = c.ticket_order_id
     union select o.order_number, 'gift_card' from (${cardsOfNumber}) a
     join refund r on r.seller_id = $1 and r.gift_card_account_id = a.id join payment p on p.seller_id = $1 and p.id = r.payment_id
     join ticket_order o on o.seller_id = $1 and o.id = p.ticket_order_id
     union select order_number, 'code' from (
       select o.order_number from code k join cart_code c on c.seller_id = $1 and c.code_id = k.id
       join ticket_order o on o.seller_id = $1 and o.cart_id = c.cart_id
       where k.seller_id = $1 and k.normalized = $4 and $8 order by o.order_number desc limit ${mostOrders}) used
     union select o.order_number, 'payment' from payment p join ticket_order o on o.seller_id = $1 and o.id = p.ticket_order_id
     where p.seller_id = $1 and p.provider_ref = $5 and p.gateway_id = any($9::text[])`,
    [seller.id, scan_code, printed, code, provider_ref, members, giftCards, codes, CardGatewayId.options],
  );
