import type { ChangeActor } from "@foyer/rules/aftersale/judgeTicket.ts";
import { statement, type Pipeline } from "../../../db/statements/statement.ts";
import type { HoldMinutes } from "../hold/hold.sql.ts";

/** The columns of an order that are needed to open a change of it. */
export type OrderOfBookedCart = {
  readonly id: string;
  readonly cart_id: string;
  /** The purchaser. */
  readonly identity_id: string;
  readonly owner_identity_id: string;
};

/** The order that was bought with a cart. */
export const orderOfBookedCart = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_id: string,
): Promise<OrderOfBookedCart | undefined> => {
  const [order] = await statement<OrderOfBookedCart>(
    pipeline,
    `select o.id, o.cart_id, o.identity_id, o.owner_identity_id from ticket_order o
     join cart c on c.seller_id = o.seller_id and c.id = o.cart_id and c.state = 'completed'
     where o.seller_id = $1 and o.cart_id = $2`,
    [seller_id, cart_id],
  );
  return order;
};

export type OpenChangeRow = {
  /** The cart of the open change, expired or not. */
  readonly id: string;
  readonly gives_up: readonly string[];
  /** A payment for it is in progress. */
  readonly paying: boolean;
};

export const openChangeRow = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<OpenChangeRow | undefined> => {
  const [row] = await statement<OpenChangeRow>(
    pipeline,
    `select id, gives_up, coalesce(leased_until > app_now(), false) as paying
     from cart where seller_id = $1 and changes_order_id = $2 and state = 'pending'`,
    [seller_id, order_id],
  );
  return row;
};

export type NewChange = {
  readonly id: string;
  readonly identity_id: string;
  readonly order: Pick<OrderOfBookedCart, "id" | "identity_id">;
  readonly actor: ChangeActor;
  readonly waivesFee?: boolean | undefined;
  readonly includesUsed?: boolean | undefined;
  readonly client_network: string | null;
};

export const insertChange = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, identity_id, order, actor, waivesFee = false, includesUsed = false, client_network }: NewChange,
  minutes: HoldMinutes,
): Promise<void> => {
  await statement(
    pipeline,
    `insert into cart (seller_id, id, identity_id, purchaser_identity_id, changes_order_id, gives_up, change_actor, change_waives_fee, change_includes_used, channel_id, campaign, additional_info,
       client_network, created_at, expires_at, max_hold_until)
     values ($1, $2, $3, $4, $5, '{}', $6, $10, $11, 'web', '{}', '{}', $7, app_now(), app_now() + make_interval(mins => $8::int), app_now() + make_interval(mins => $9::int))`,
    [
      seller_id,
      id,
      identity_id,
      order.identity_id,
      order.id,
      actor,
      client_network,
      minutes.hold,
      minutes.atMost,
      waivesFee,
      includesUsed,
    ],
  );
};
