import type { Handler } from "@foyer/contract/handlers.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { statement } from "../../../db/statements/statement.ts";

type Db = Pick<RequestContext, "db" | "seller">;

export type SoldGroup = { readonly id: string; readonly handler: Handler; readonly category: string | null };

/** The properties of an order's ticket groups that decide their tax. */
export const soldGroups = ({ db, seller }: Db, order_id: string): Promise<SoldGroup[]> =>
  statement(
    db,
    `select g.id, g.handler, e.category from ticket_group g
     join event_template e on e.seller_id = g.seller_id and e.id = g.event_template_id
     where g.seller_id = $1 and g.id in (select ticket_group_id from ticket where seller_id = $1 and ticket_order_id = $2)`,
    [seller.id, order_id],
  );

/** A change that gave up or added tickets. Minor units. */
export type InvoicedChange = {
  readonly at: string;
  readonly tickets: number;
  readonly value: number;
  readonly fee: number;
  readonly added_tickets: number;
  readonly added: number;
  /** The amount that became a gift card, without its bonus. */
  readonly moved: number;
};

/** Earliest first. */
export const invoicedChanges = ({ db, seller }: Db, order_id: string): Promise<InvoicedChange[]> =>
  statement(
    db,
    `select c.created_at as at, c.tickets, c.value, c.fee, c.added, c.gift_card - c.bonus as moved,
       (select count(*) from ticket t where t.seller_id = $1 and t.ticket_order_id = c.ticket_order_id and t.added_by = c.id)::int as added_tickets
     from order_change c
     where c.seller_id = $1 and c.ticket_order_id = $2 and c.kind in ('cancel', 'change', 'refund') order by c.created_at, c.id`,
    [seller.id, order_id],
  );

/** A payment with its refunds. Minor units. */
export type InvoicedPayment = {
  readonly amount: number;
  readonly given_back: number;
  /** Null for other means. */
  readonly gift_card_number: string | null;
};

/** Earliest first. */
export const invoicedPayments = ({ db, seller }: Db, order_id: string): Promise<InvoicedPayment[]> =>
  statement(
    db,
    `select p.amount, p.refunded + p.refunding as given_back,
       (select a.number from ledger_entry e join ledger_account a on a.seller_id = e.seller_id and a.id = e.account_id
        where e.seller_id = $1 and e.payment_id = p.id order by e.created_at limit 1) as gift_card_number
     from payment p
     where p.seller_id = $1 and p.ticket_order_id = $2 and p.state in ('captured', 'refunded') and p.amount > 0
     order by p.created_at, p.id`,
    [seller.id, order_id],
  );

export const buyerOfOrder = ({ db, seller }: Db, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["first_name", "last_name"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .executeTakeFirst();
