import { sql, type Insertable } from "kysely";
import type { ChangePolicy } from "@foyer/rules/aftersale/changePolicy.ts";
import type { OrderChangeTable } from "../../../db/schema/carts.ts";
import { statementWithFreshPlan } from "../../../db/statement.ts";
import type { SellerDb } from "../context.ts";

export type NewOrderChange = Omit<Insertable<OrderChangeTable>, "seller_id" | "created_at">;

export const insertOrderChange = async ({ db, seller }: SellerDb, change: NewOrderChange): Promise<void> => {
  await db
    .insertInto("order_change")
    .values({ ...change, seller_id: seller.id, created_at: sql<string>`app_now()` })
    .execute();
};

export type TicketToAdd = { readonly id: string; readonly was: string; readonly scan_code: string };

/** Books the new tickets of a change for its order. Fails if one is no longer held. */
export const bookAddedTickets = async (
  { db, seller }: SellerDb,
  order: { readonly id: string; readonly cart_id: string; readonly order_change_id: string },
  tickets: readonly TicketToAdd[],
): Promise<void> => {
  const moved = await statementWithFreshPlan<{ id: string }>(
    db,
    `update ticket t set state = 'booked', ticket_order_id = $2, cart_id = $3, added_by = $4, scan_code = w.scan_code
     from unnest($5::uuid[], $6::text[], $7::text[]) as w (id, was, scan_code)
     where t.seller_id = $1 and t.id = w.id and t.state = w.was returning t.id`,
    [
      seller.id,
      order.id,
      order.cart_id,
      order.order_change_id,
      tickets.map(({ id }) => id),
      tickets.map(({ was }) => was),
      tickets.map(({ scan_code }) => scan_code),
    ],
  );
  if (moved.length < tickets.length) throw new Error(`${tickets.length - moved.length} new tickets are no longer held`);
};

/** Adds the rules of events that are new in an order. The order keeps those that it has. */
export const addChangePolicies = async (
  { db, seller }: SellerDb,
  order_id: string,
  policies: Readonly<Record<string, ChangePolicy>>,
): Promise<void> => {
  await statementWithFreshPlan(
    db,
    `update ticket_order set change_policies = $3::jsonb || change_policies
     where seller_id = $1 and id = $2 and change_policies is not null`,
    [seller.id, order_id, JSON.stringify(policies)],
  );
};

/** What the changes of an order have added to it, in minor units. */
export const addedByChanges = async ({ db, seller }: SellerDb, order_id: string): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ added: number }>(
    db,
    `select coalesce(sum(added), 0)::bigint as added from order_change where seller_id = $1 and ticket_order_id = $2`,
    [seller.id, order_id],
  );
  return row?.added ?? 0;
};

export type OpenChangeRow = {
  readonly id: string;
  readonly gives_up: readonly string[];
  /** Somebody is paying for it. */
  readonly paying: boolean;
};

/** The change of an order that is neither confirmed nor discarded. */
export const findOpenChange = async (
  { db, seller }: SellerDb,
  order_id: string,
): Promise<OpenChangeRow | undefined> => {
  const [row] = await statementWithFreshPlan<OpenChangeRow>(
    db,
    `select id, gives_up, coalesce(leased_until > app_now(), false) as paying
     from cart where seller_id = $1 and changes_order_id = $2 and state = 'pending'`,
    [seller.id, order_id],
  );
  return row;
};
