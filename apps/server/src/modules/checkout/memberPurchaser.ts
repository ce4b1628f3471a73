import type { CheckoutReply, checkoutAsGuest } from "@foyer/contract/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { isEmail } from "@foyer/rules/email.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { applyPostCode } from "../cart/applyCode.ts";
import { refuseOverused } from "../codes/refuseOverused.ts";
import { isStandIn } from "../identity/users.ts";
import { checkedIdentity } from "./checkedIdentity.ts";
import { checkOut } from "./checkOut.ts";
import { keepGiftee, refuseGiftToOneself } from "./giftee.ts";
import { accountRow, saveMemberPurchaserRow, type AccountRow } from "./memberPurchaser.sql.ts";
import { bookedRefusal, openCart } from "./openCart.ts";
import { acceptedTerms, metasOf, savePurchaserOfCart, type PurchaserSent } from "./purchaser.ts";
import { unlessLate } from "./unlessLate.ts";

/**
 * The account that buys: of whoever is logged in, where letters reach it. An account without an address buys as a guest
 * does, with the address that is typed; the order is its own all the same.
 */
const buyingAccount = async (ask: Ask): Promise<AccountRow | undefined> => {
  if (ask.visitor?.role !== "member") return undefined;
  const account = await accountRow(ask, ask.visitor.identity_id);
  return account?.email && isEmail(account.email) && !isStandIn(ask, account.email) ? account : undefined;
};

/** The name and the address of the account whatever was typed, the rest as it was typed or as the account has it. */
const asAccount = (account: AccountRow, typed: Partial<IdentityInput> = {}): IdentityInput => {
  const { id: _, additional_info, ...own } = account;
  const known = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null && value !== ""));
  return {
    ...known,
    ...typed,
    first_name: own.first_name ?? typed.first_name ?? "",
    last_name: own.last_name ?? typed.last_name ?? "",
    email: own.email ?? "",
    additional_info: { ...(additional_info as IdentityInput["additional_info"]), ...typed.additional_info },
  };
};

type Wish = Omit<PurchaserSent, "identity"> & {
  readonly cart_id: string;
  readonly identity?: IdentityInput | undefined;
  readonly giftee_identity_id?: string | undefined;
};

/** Keeps the account as the purchaser of its own cart; undefined where a cart is an order already. */
const keepAccount = (ask: Ask, account: AccountRow, sent: Wish): Promise<string | undefined> =>
  transact(ask, async (ask) => {
    const cart = await openCart(ask, sent.cart_id, "own");
    if (cart.state === "completed") return undefined;
    if (sent.giftee_identity_id !== undefined) await keepGiftee(ask, cart, sent.giftee_identity_id);
    const identity = checkedIdentity(ask, await metasOf(ask, cart.id), asAccount(account, sent.identity));
    await saveMemberPurchaserRow(ask, cart.id, account.id, identity, acceptedTerms(ask, cart, sent));
    await refuseGiftToOneself(ask.db, ask.seller.id, cart.id);
    // Once a part is paid its codes are its own, whatever becomes of their limits.
    if (!cart.part_paid) await refuseOverused(ask.db, ask.seller.id, cart.id);
    return account.id;
  });

/** The purchaser of one's own cart: of whoever is logged in the account, of everybody else what they typed. */
export const savePurchaserOfBuyer = async (
  ask: Ask,
  sent: PurchaserSent & { readonly cart_id: string },
): Promise<{ identity_id: string }> => {
  const account = await buyingAccount(ask);
  if (!account) return savePurchaserOfCart(ask, sent);
  const identity_id = await keepAccount(ask, account, sent);
  if (identity_id === undefined) throw await bookedRefusal(ask, sent.cart_id);
  await applyPostCode(ask, sent.cart_id, sent.identity.zip_code);
  return { identity_id };
};

/** Keeps whom a guest's own cart is for, before the order is made. */
const keepGuestsGiftee = (
  ask: Ask,
  cart_id: string,
  named: { giver?: string | undefined; giftee: string | undefined },
) =>
  transact(ask, async (ask) => {
    const cart = await openCart(ask, cart_id, "own");
    if (cart.state === "completed") return;
    if (named.giftee === undefined || (named.giver !== undefined && named.giver !== cart.purchaser_identity_id))
      throw new Refused({ code: "not_found", context: "identity" });
    await keepGiftee(ask, cart, named.giftee);
    await refuseGiftToOneself(ask.db, ask.seller.id, cart.id);
  });

type Sent = Received<typeof checkoutAsGuest> & { readonly giftee_identity_id?: string };

/**
 * The last step in one's own cart. Of whoever is logged in the account is the purchaser; a guest who gives something
 * names the giver, as the purchaser was saved, and whoever is to have it in the guest's place.
 */
export const checkOutOwn = async (ask: Ask, sent: Sent): Promise<CheckoutReply> => {
  const { giftee_identity_id, giver_identity_id, guest_identity_id, ...rest } = sent;
  const giftee = giver_identity_id === undefined ? giftee_identity_id : guest_identity_id;
  const account = await buyingAccount(ask);
  if (account) {
    await unlessLate(ask, sent.cart_id, () => keepAccount(ask, account, { ...rest, giftee_identity_id: giftee }));
    // A wish for no letter is a guest's: it would be kept with the account, for all that it buys.
    return checkOut(ask, { cart_id: sent.cart_id, _embed: sent._embed });
  }
  if (giftee === undefined && giver_identity_id === undefined) return checkOut(ask, sent);
  await keepGuestsGiftee(ask, sent.cart_id, { giver: giver_identity_id, giftee });
  return checkOut(ask, rest);
};
