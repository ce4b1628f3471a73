import { checkoutAsMember, checkoutGift } from "@foyer/contract/shop/account.ts";
import {
  checkoutAsGuest,
  checkoutLinkedCart,
  otherMethodDeclineCode,
  payCart,
  payLinkedCart,
  savePurchaser,
  saveLinkedCartPurchaser,
  type CheckoutReply,
  type PaymentInput,
} from "@foyer/contract/shop/checkout.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { call, Refused } from "../../../api/call.ts";
import { solvePaymentCaptcha } from "./solvePaymentCaptcha.ts";
import { continueWithIntent, intentOf, isPaymentPage, ProviderRefusal } from "./stripe/stripe.ts";

export type Purchaser = {
  readonly identity: IdentityInput;
  readonly terms_accepted?: true;
  readonly terms_version?: string;
};

export type Purchase = {
  readonly cart_id: string;
  /** False for a cart that was opened by its link. */
  readonly own: boolean;
  /** Whoever pays is logged in. */
  readonly isMember?: boolean;
  /** Whom the cart is a present for. */
  readonly giftee_id?: string | undefined;
  /** Absent after a bank's redirect: the purchaser was saved before. */
  readonly purchaser: Purchaser | undefined;
  /** Then: who that was, as the address said that the bank sent them back to. */
  readonly guest_identity_id?: string | undefined;
  /** Whoever buys wants an account: opens it, and says as whom they go on. */
  readonly openAccount?: (() => Promise<OpenedAccount>) | undefined;
  /** What must not wait for anything: it is called within the press. */
  readonly submitFields?: () => Promise<void>;
  /** What pays, gift cards before a card; asked for once the purchaser is kept. */
  readonly offers: () => Promise<readonly PaymentInput[]>;
  /** Takes the payer through their bank's further step in this page. */
  readonly handleNextAction?: ((client_secret: string) => Promise<ProviderRefusal | undefined>) | undefined;
  /** Paid with a wallet, which has an address of its own. */
  readonly isWallet?: boolean;
  /** The seller's captcha; its answer goes along with each attempt to pay. */
  readonly captcha?: Configuration["captcha"];
};

/** As whom somebody goes on who chose a password: logged in, or, where the address is taken, as the guest of this id. */
export type OpenedAccount =
  | { readonly isMember: true; readonly captcha: undefined }
  | { readonly isMember: false; readonly named_id: string };

export type PurchaseOutcome =
  | { readonly kind: "completed"; readonly order_ids: readonly string[]; readonly token?: string }
  | { readonly kind: "pending" }
  /** A part is paid; the rest is due later. */
  | { readonly kind: "partial" }
  /** The payer's bank wants to see them first. */
  | { readonly kind: "bank"; readonly address: string };

/** Where a payment sends its payer. */
const bankRedirectUrl = (action_url: unknown): string => {
  const url = typeof action_url === "string" ? URL.parse(action_url, window.location.origin) : null;
  if (!url || !isPaymentPage(url)) throw new Error("a payment leads to another site");
  return url.origin === window.location.origin ? url.pathname + url.search : url.href;
};

type Payable = Pick<Purchase, "cart_id" | "own" | "captcha">;

export const sendPayment = async (
  { cart_id, own, captcha }: Payable,
  list: readonly PaymentInput[],
): Promise<unknown> => {
  const headers = await solvePaymentCaptcha(captcha, list);
  return call(own ? payCart : payLinkedCart, { cart_id, list: [...list] }, { headers });
};

/** What the payer's bank wants first; undefined when the payment is as good as made. */
const attemptPayment = async (cart: Payable, list: readonly PaymentInput[]): Promise<Refused["extra"] | undefined> => {
  try {
    await sendPayment(cart, list);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "intent_requires_action") return error.extra;
    // It clears later: the last step answers that it is pending.
    if (error.code === "intent_processing") return undefined;
    throw error;
  }
};

/** Undefined when the payment is as good as made. */
const payPurchase = async (purchase: Purchase): Promise<string | undefined> => {
  const list = await purchase.offers();
  const nextAction = await attemptPayment(purchase, list).catch((error: unknown) => {
    // Back from a bank without a word, and now with another card: the old attempt is over, and this is the first of a new one.
    if (error instanceof Refused && error.extra.decline_code === otherMethodDeclineCode)
      return attemptPayment(purchase, list);
    throw error;
  });
  if (!nextAction) return undefined;
  const { client_secret, action_url } = nextAction;
  const intent = typeof client_secret === "string" ? intentOf(client_secret) : undefined;
  if (!purchase.handleNextAction || typeof client_secret !== "string" || intent === undefined)
    return bankRedirectUrl(action_url);
  const refusal = await purchase.handleNextAction(client_secret);
  // Said again also when the bank said no: the server asks, says why, and ends the attempt in its books.
  const nextActionLeft = await attemptPayment(purchase, continueWithIntent(list, intent));
  if (nextActionLeft)
    throw refusal ?? new ProviderRefusal({ type: "card_error", code: "payment_intent_authentication_failure" });
  return undefined;
};

/** Which call makes the order (requirements OPEN-74). `kept_id`: whom the server has just kept as the purchaser. */
const checkOutCart = (
  purchase: Purchase & { readonly named_id?: string },
  kept_id: string | undefined,
): Promise<CheckoutReply> => {
  const { cart_id, own, isMember = false, giftee_id, purchaser, guest_identity_id, named_id } = purchase;
  const { identity: _, ...terms } = purchaser ?? { identity: undefined };
  if (own && isMember && giftee_id !== undefined)
    return call(checkoutGift, { cart_id, ...terms, giftee_identity_id: giftee_id });
  if (own && isMember) return call(checkoutAsMember, { cart_id, ...terms });
  const giver_id = kept_id ?? guest_identity_id;
  if (own && giftee_id !== undefined && giver_id !== undefined)
    return call(checkoutAsGuest, { cart_id, ...terms, guest_identity_id: giftee_id, giver_identity_id: giver_id });
  const by_id = purchaser ? named_id : guest_identity_id;
  const sent = { cart_id, ...purchaser, ...(by_id === undefined ? {} : { guest_identity_id: by_id }) };
  return own ? call(checkoutAsGuest, sent) : call(checkoutLinkedCart, { ...sent, send_email: true });
};

/**
 * The buyer is kept, the money promised, the order made. Each step may be said again after a lost answer: the server
 * finds the same payment and the same order.
 */
export const purchaseCart = async (purchase: Purchase): Promise<PurchaseOutcome> => {
  const { cart_id, own, purchaser } = purchase;
  try {
    await purchase.submitFields?.();
    const buyer = { ...purchase, ...(await purchase.openAccount?.()) };
    const savedPurchaser =
      purchaser && (await call(own ? savePurchaser : saveLinkedCartPurchaser, { cart_id, ...purchaser }));
    const bankUrl = await payPurchase(buyer);
    if (bankUrl !== undefined) return { kind: "bank", address: bankUrl };
    const reply = await checkOutCart(buyer, savedPurchaser?.identity_id);
    if (reply.outcome !== "completed") return { kind: reply.outcome };
    const orders = reply.ticket_order._data;
    const token = own ? undefined : orders[0]?.token;
    return { kind: "completed", order_ids: orders.map(({ id }) => id), ...(token === undefined ? {} : { token }) };
  } catch (error) {
    const order_id = error instanceof Refused ? error.extra.order_id : undefined;
    if (error instanceof Refused && error.code === "cart_booked" && typeof order_id === "string" && order_id !== "")
      return { kind: "completed", order_ids: [order_id] };
    throw error;
  }
};
