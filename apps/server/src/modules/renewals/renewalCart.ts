import { nothingBesides } from "@foyer/rules/holding.ts";
import { crash } from "../../db/faults.ts";
import { closeCart } from "../cart/closeCart.ts";
import { readCart } from "../cart/readCart.ts";
import { change } from "../cart/reserve.ts";
import { asHolder, wishOf, type Shop } from "./asHolder.ts";
import { howCartStands, swapCart } from "./renewalCart.sql.ts";
import type { RenewalRow } from "./renewals.sql.ts";

export type RenewalCart =
  | { readonly is: "open"; readonly cart_id: string; readonly due: string }
  /** Money of it is on its way, or it is an order: whoever looks after payments goes on with it. */
  | { readonly is: "busy" }
  /** Somebody else has put another in its place. */
  | { readonly is: "lost" };

/**
 * The one cart that the term is paid by. A new one takes its place only where the last is over and nothing is promised,
 * under way or taken for it; of two that are made at once one is let go before anybody is asked for money.
 */
export const renewalCart = async (shop: Shop, row: RenewalRow): Promise<RenewalCart> => {
  const known = row.cart_id === null ? undefined : await howCartStands(shop, row.cart_id);
  if (row.cart_id !== null && known?.is === "open") return openCart(shop, row.cart_id);
  if (known?.is === "busy") return { is: "busy" };
  const ask = asHolder(shop, row);
  const { cart } = await change(ask, {
    way: "my",
    add: [wishOf(row)],
    remove: [],
    channel_id: "auto_renew",
    campaign: {},
    besides: { ...nothingBesides, unattended: true },
  });
  const [held] = cart._data;
  if (!held) throw new Error("A hold has its cart.");
  crash("renewal_held");
  if (await swapCart(shop, row.membership_id, { from: row.cart_id, to: held.id })) {
    crash("renewal_cart_kept");
    return { is: "open", cart_id: held.id, due: held.outstanding_balance };
  }
  await closeCart(ask, { cart_id: held.id });
  return { is: "lost" };
};

const openCart = async ({ db, seller }: Shop, cart_id: string): Promise<RenewalCart> => {
  const [cart] = (await readCart({ db, seller }, cart_id)).cart._data;
  return cart ? { is: "open", cart_id, due: cart.outstanding_balance } : { is: "lost" };
};

/** Lets its tickets go: the next try begins with another, at the price of that day. */
export const letRenewalGo = async (shop: Shop, row: RenewalRow, cart_id: string): Promise<void> => {
  // While money of it is on its way it cannot be closed, and its clock lets it go.
  await closeCart(asHolder(shop, row), { cart_id }).catch(() => undefined);
};
