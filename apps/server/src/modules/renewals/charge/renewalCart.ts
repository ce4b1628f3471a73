import { noExtras } from "@foyer/rules/hold/decideHold.ts";
import { crash } from "../../../db/faultPoints.ts";
import { closeCart } from "../../cart/release/closeCart.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { submitCartChange } from "../../cart/hold/reserveTickets.ts";
import { holderContext, renewalTickets } from "./holderContext.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import { renewalCartStatus, replaceRenewalCart } from "./renewalCart.sql.ts";
import type { RenewalRow } from "../renewals.sql.ts";

export type RenewalCart =
  | { readonly kind: "open"; readonly cart_id: string; readonly due: string }
  /** A payment is clearing or captured, or the cart is an order; left to the settling job. */
  | { readonly kind: "busy" }
  /** Another server has set another cart. */
  | { readonly kind: "replaced" };

/**
 * The only cart that pays for the term. A new one replaces it only if it has expired without any payment. If two carts
 * are created concurrently, one is closed before any payment is requested.
 */
export const openRenewalCart = async (ctx: CheckoutJobContext, row: RenewalRow): Promise<RenewalCart> => {
  const known = row.cart_id === null ? undefined : await renewalCartStatus(ctx, row.cart_id);
  if (row.cart_id !== null && known === "open") return readOpenCart(ctx, row.cart_id);
  if (known === "busy") return { kind: "busy" };
  const holder = holderContext(ctx, row);
  const { cart } = await submitCartChange(holder, {
    access: "owner",
    add: [renewalTickets(row)],
    remove: [],
    channel_id: "auto_renew",
    campaign: {},
    extras: { ...noExtras, unattended: true },
  });
  const [held] = cart._data;
  if (!held) throw new Error("The hold has no cart");
  crash("after_renewal_hold");
  if (await replaceRenewalCart(ctx, row.membership_id, { from: row.cart_id, to: held.id })) {
    crash("after_renewal_cart_saved");
    return { kind: "open", cart_id: held.id, due: held.outstanding_balance };
  }
  await closeCart(holder, { cart_id: held.id });
  return { kind: "replaced" };
};

const readOpenCart = async ({ db, seller }: CheckoutJobContext, cart_id: string): Promise<RenewalCart> => {
  const [cart] = (await readCart({ db, seller }, cart_id)).cart._data;
  return cart ? { kind: "open", cart_id, due: cart.outstanding_balance } : { kind: "replaced" };
};

/** Releases the tickets. The next attempt starts with a new cart, at that day's price. */
export const releaseRenewalCart = async (ctx: CheckoutJobContext, row: RenewalRow, cart_id: string): Promise<void> => {
  // A cart with a payment in progress cannot be closed; it expires by itself.
  await closeCart(holderContext(ctx, row), { cart_id }).catch(() => undefined);
};
