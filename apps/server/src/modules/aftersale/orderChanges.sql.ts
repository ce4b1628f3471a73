import type { OrderChangeTable } from "../../db/schema/carts.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { statement, type Pipeline } from "../../db/statements/statement.ts";

type Db = Pick<RequestContext, "db" | "seller">;

export type ChangeRow = {
  readonly id: string;
  readonly created_at: string;
  readonly kind: OrderChangeTable["kind"];
  readonly actor: OrderChangeTable["actor"];
  readonly value: number;
  readonly gift_card: number;
  readonly gift_card_number: string | null;
  /** The number of tickets that are given up, renamed, or for a cancelled session. */
  readonly tickets: number;
  /** The number of tickets that the change added. */
  readonly added_tickets: number;
  /** The price of the added tickets. */
  readonly added: number;
  /** The event of the session that the venue has cancelled or moved, and its time zone; null for other changes. */
  readonly event_name: string | null;
  readonly timezone: string | null;
  /** The start of a moved session before and after the move. */
  readonly moved_from: string | null;
  readonly moved_to: string | null;
};

/** The changes of an order, earliest first. */
export const changesOfOrder = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<ChangeRow[]> =>
  statement(
    pipeline,
    `select c.id, c.created_at, c.kind, c.actor, c.tickets, c.value, c.added, c.gift_card, a.number as gift_card_number, e.name as event_name,
       e.timezone, c.moved_from, c.moved_to,
       (select count(*) from ticket t where t.seller_id = $1 and t.ticket_order_id = c.ticket_order_id and t.added_by = c.id)::int as added_tickets
     from order_change c
     left join ledger_account a on a.seller_id = c.seller_id and a.id = c.gift_card_account_id
     left join event_session s on s.seller_id = c.seller_id and s.id = c.event_session_id
     left join event_template e on e.seller_id = s.seller_id and e.id = s.event_template_id
     where c.seller_id = $1 and c.ticket_order_id = $2 order by c.created_at, c.id`,
    [seller_id, order_id],
  );

export type VenueChangeRow = {
  readonly created_at: string;
  /** Null once erased, like `made_by`. */
  readonly reason: string | null;
  readonly made_by: string | null;
};

/** What the venue has changed in an order's tickets and why, earliest first. For the venue only. */
export const changesOfVenue = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<VenueChangeRow[]> =>
  statement(
    pipeline,
    `select created_at, reason, made_by from order_change
     where seller_id = $1 and ticket_order_id = $2 and actor = 'venue' and kind not in ('session_cancelled', 'session_reinstated', 'session_moved') order by created_at, id`,
    [seller_id, order_id],
  );

export type ChangePaymentRow = { readonly payment_id: string; readonly created_at: string; readonly amount: number };

/** What was paid for changes of an order, earliest first. */
export const paymentsOfChanges = (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<ChangePaymentRow[]> =>
  statement(
    pipeline,
    `select p.id as payment_id, c.created_at, p.amount
     from order_change c
     join payment p on p.seller_id = c.seller_id and p.cart_id = c.cart_id and p.ticket_order_id = c.ticket_order_id
     where c.seller_id = $1 and c.ticket_order_id = $2 and p.state in ('captured', 'refunded')
     order by c.created_at, p.created_at, p.id`,
    [seller_id, order_id],
  );

/**
 * The visitor's own change of an order that is neither confirmed nor discarded, and has not expired. The venue's change
 * counts only if it is to be paid by link and the visitor has accepted it.
 */
export const ownOpenChange = async (
  pipeline: Pipeline,
  seller_id: string,
  of: { readonly order_id: string; readonly identity_id: string },
): Promise<string | null> => {
  const [row] = await statement<{ id: string }>(
    pipeline,
    `select id from cart where seller_id = $1 and changes_order_id = $2 and identity_id = $3 and state = 'pending'
       and (change_actor <> 'venue' or change_offer ->> 'paid_by' = 'link') and (expires_at > app_now() or leased_until > app_now())`,
    [seller_id, of.order_id, of.identity_id],
  );
  return row?.id ?? null;
};

export type OrderRefundRow = {
  readonly created_at: string;
  readonly amount: number;
  readonly state: "created" | "pending" | "succeeded" | "failed";
  readonly payment_id: string;
};

/** Every refund of an order's payments, earliest first. */
export const refundsOfOrder = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<OrderRefundRow[]> =>
  statement(
    pipeline,
    `select r.created_at, r.amount, r.state, r.payment_id
     from payment p join refund r on r.seller_id = p.seller_id and r.payment_id = p.id
     where p.seller_id = $1 and p.ticket_order_id = $2 order by r.created_at, r.id`,
    [seller_id, order_id],
  );

export const purchaserOfOrder = ({ db, seller }: Db, identity_id: string) =>
  db
    .selectFrom("identity")
    .select("email")
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .executeTakeFirstOrThrow();
