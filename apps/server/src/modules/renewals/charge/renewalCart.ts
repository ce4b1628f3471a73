import { noExtras } from "@foyer/rules/hold/decideHold.ts";
import { crash } from "../../../db/faultPoints.ts";
import { closeCart } from "../../cart/release/closeCart.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { submitCartChange } from "../../cart/hold/reserveTickets.ts";
import { holderContext, renewalTickets, type RenewalContext } from "./holderContext.ts";
import { renewalCartStatus, replaceRenewalCart } from "./renewalCart.sql.ts";
import type { RenewalRow } from "../renewals.sql.ts";

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
export const openRenewalCart = async (shop: RenewalContext, row: RenewalRow): Promise<RenewalCart> => {
  const known = row.cart_id === null ? undefined : await renewalCartStatus(shop, row.cart_id);
  if (row.cart_id !== null && known?.is === "open") return readOpenCart(shop, row.cart_id);
  if (known?.is === "busy") return { is: "busy" };
  const ctx = holderContext(shop, row);
  const { cart } = await submitCartChange(ctx, {
    access: "owner",
    add: [renewalTickets(row)],
    remove: [],
    channel_id: "auto_renew",
    campaign: {},
    extras: { ...noExtras, unattended: true },
  });
  const [held] = cart._data;
  if (!held) throw new Error("A hold has its cart.");
  crash("after_renewal_hold");
  if (await replaceRenewalCart(shop, row.membership_id, { from: row.cart_id, to: held.id })) {
    crash("after_renewal_cart_saved");
    return { is: "open", cart_id: held.id, due: held.outstanding_balance };
  }
  await closeCart(ctx, { cart_id: held.id });
  return { is: "lost" };
};

const readOpenCart = async ({ db, seller }: RenewalContext, cart_id: string): Promise<RenewalCart> => {
  const [cart] = (await readCart({ db, seller }, cart_id)).cart._data;
  return cart ? { is: "open", cart_id, due: cart.outstanding_balance } : { is: "lost" };
};

/** Lets its tickets go: the next try begins with another, at the price of that day. */
export const releaseRenewalCart = async (ctx: RenewalContext, row: RenewalRow, cart_id: string): Promise<void> => {
  // While money of it is on its way it cannot be closed, and its clock lets it go.
  await closeCart(holderContext(ctx, row), { cart_id }).catch(() => undefined);
};
