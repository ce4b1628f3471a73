import type { Identity } from "@foyer/contract/shop/identity.ts";
import type { Installment } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import type { CartTable } from "../../../db/schema/carts.ts";
import { changeColumn, type OrderChangeOfCart } from "../change/changeColumn.ts";
import type { GiftCardOfCart } from "./giftCardsOfCart.ts";

export type CartRow = {
  id: string;
  cart_number: number;
  state: CartTable["state"]["__select__"];
  expires_at: string;
  expires_in: number;
  extensions: number;
  at_most_reached: boolean;
  identity_id: string;
  owner_kind: "public" | "guest" | "user";
  /** The database's time. */
  now: string;
  /** Partly paid; the rest is due according to `schedule`. */
  part_paid: boolean;
  /** The recipient of a gift in the cart. */
  giftee: Identity | null;
  schedule: readonly Installment[] | null;
  /** A payment is in progress. */
  paying: boolean;
  ticket_order_id: string | null;
  payments:
    | { id: string; created_at: string; amount: number; refunded: number; state: string; gateway_id: string }[]
    | null;
  gift_cards: GiftCardOfCart[] | null;
  /** The change of an order that the cart makes; null for a purchase. */
  change: OrderChangeOfCart | null;
};

/** The kind of the owner of a cart `c`. */
export const ownerKindColumn = `(select i.kind from identity i where i.seller_id = $1 and i.id = c.identity_id)`;

/** The columns of a cart `c` that need neither payments nor orders. `kind` is that of its owner. */
export const cartColumns = (kind = ownerKindColumn): string => `
  c.id, c.cart_number, c.state, c.expires_at, c.extensions, c.expires_at >= c.max_hold_until as at_most_reached,
  greatest(0, floor(extract(epoch from c.expires_at - app_now())))::int as expires_in, c.identity_id,
  app_now() as now, c.part_paid,
  case when c.giftee_identity_id is not null then (
    select json_build_object('id', g.id, 'first_name', g.first_name, 'last_name', g.last_name, 'email', g.email)
    from identity g where g.seller_id = $1 and g.id = c.giftee_identity_id) end as giftee,
  ${changeColumn}, ${kind} as owner_kind`;
