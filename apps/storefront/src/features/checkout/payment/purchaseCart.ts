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
import type { SurveyAnswers } from "@foyer/contract/shop/forms/survey.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { call, Refused } from "../../../api/call.ts";
import { callWithCaptcha } from "../../login/login.queries.ts";
import { solvePaymentCaptcha } from "./captcha/solvePaymentCaptcha.ts";
import { isPaymentPage, resumeOffers } from "./gateways.ts";
import { OutdatedPage } from "./OutdatedPage.ts";
import { ProviderRefusal } from "./ProviderRefusal.ts";

export type BuyerInput = {
  readonly identity: IdentityInput;
  readonly terms_accepted?: true;
  readonly terms_version?: string;
  /** Answers to questions of the checkout, by ticket group id. */
  readonly additionalInfo?: Record<string, SurveyAnswers>;
};

export type Purchase = {
  readonly cart_id: string;
  /** False for a cart that was opened by its link. */
  readonly isOwn: boolean;
  /** The payer is logged in. */
  readonly isMember?: boolean;
  /** The starts of the sessions that the payer was shown (`useSeenStarts`). */
  readonly starts?: string | undefined;
  /** The recipient of a gift membership in the cart. */
  readonly giftee_id?: string | undefined;
  /** Absent after a bank's redirect: the purchaser was saved before. */
  readonly purchaser: BuyerInput | undefined;
  /** Consent to the terms without a purchaser, for a change of an order, whose purchaser is known. */
  readonly terms?: Pick<BuyerInput, "terms_accepted" | "terms_version"> | undefined;
  /** After a bank's redirect: the purchaser's identity, from the return address. */
  readonly guest_identity_id?: string | undefined;
  /** Creates an account for the buyer first. */
  readonly openAccount?: (() => Promise<CreatedAccount>) | undefined;
  /** Called first and synchronously: a wallet opens its sheet only during the press. */
  readonly submitFields?: () => Promise<void>;
  /** The tenders, gift cards before a card. Called after the purchaser is saved. */
  readonly offers: () => Promise<readonly PaymentInput[]>;
  /** Runs the bank's next step in this page. */
  readonly handleNextAction?: ((client_secret: string) => Promise<ProviderRefusal | undefined>) | undefined;
  /** Paid with a wallet, which has its own address. */
  readonly isWallet?: boolean;
  /** The seller's captcha, solved again for each payment attempt. */
  readonly captcha?: Configuration["captcha"];
};

/** The outcome of creating an account: logged in, or a guest if an account with this e-mail address exists. */
export type CreatedAccount =
  | { readonly isMember: true; readonly captcha: undefined }
  | { readonly isMember: false; readonly existing_identity_id: string };

export type PurchaseOutcome =
  | { readonly kind: "completed"; readonly order_ids: readonly string[]; readonly token?: string }
  | { readonly kind: "pending" }
  /** A part is paid; the rest is due later. */
  | { readonly kind: "partial" }
  /** The payer has to go to the bank's page first. */
  | { readonly kind: "bank"; readonly address: string };

const bankRedirectUrl = (action_url: unknown): string => {
  const url = typeof action_url === "string" ? URL.parse(action_url, window.location.origin) : null;
  if (!url || !isPaymentPage(url)) throw new Error("a payment leads to another site");
  return url.origin === window.location.origin ? url.pathname + url.search : url.href;
};

type Payable = Pick<Purchase, "cart_id" | "isOwn" | "captcha" | "starts">;

/** Whether a server of the previous release, which does not know `starts`, has refused it. */
const isUnknownStarts = (error: unknown): boolean => error instanceof Refused && error.code === "bad_field_value";

export const sendPayment = async (
  { cart_id, isOwn, captcha, starts }: Payable,
  list: readonly PaymentInput[],
): Promise<unknown> => {
  const sent = { cart_id, list: [...list] };
  const endpoint = isOwn ? payCart : payLinkedCart;
  const send = (headers: Record<string, string>) =>
    starts === undefined
      ? call(endpoint, sent, { headers })
      : call(endpoint, sent, { headers, query: { starts } }).catch((error: unknown) => {
          if (isUnknownStarts(error)) return call(endpoint, sent, { headers });
          throw error;
        });
  try {
    // Without a captcha configured by the seller, the server requires the built-in one after many wrong gift card numbers.
    return await (captcha ? send(await solvePaymentCaptcha(captcha, list)) : callWithCaptcha("login", send));
  } catch (error) {
    throw wantsOtherCaptcha(error, captcha) ? new OutdatedPage("the seller has another captcha by now") : error;
  }
};

const captchaCodes: ReadonlySet<string> = new Set(["captcha_required", "captcha_failed"]);

/** The server requires a captcha of another provider than the page knows. Its script needs a page that allows it. */
const wantsOtherCaptcha = (error: unknown, captcha: Payable["captcha"]): boolean =>
  error instanceof Refused &&
  captchaCodes.has(error.code) &&
  error.extra.provider !== undefined &&
  error.extra.provider !== (captcha?.provider ?? "altcha");

/** The bank's next step. Undefined if the payment is authorized or clears later. */
const attemptPayment = async (cart: Payable, list: readonly PaymentInput[]): Promise<Refused["extra"] | undefined> => {
  try {
    await sendPayment(cart, list);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "intent_requires_action") return error.extra;
    // The payment clears later: making the order then answers `pending`.
    if (error.code === "intent_processing") return undefined;
    throw error;
  }
};

/** Pays. Returns the URL of the bank's page if the payer has to go there. */
const payPurchase = async (purchase: Purchase): Promise<string | undefined> => {
  const list = await purchase.offers();
  const nextAction = await attemptPayment(purchase, list).catch((error: unknown) => {
    // The payer left the bank's page and now uses another card, which ended the old attempt: this starts a new one.
    if (error instanceof Refused && error.extra.decline_code === otherMethodDeclineCode)
      return attemptPayment(purchase, list);
    throw error;
  });
  if (!nextAction) return undefined;
  const { client_secret, action_url } = nextAction;
  const resumed = typeof client_secret === "string" ? resumeOffers(list, client_secret) : undefined;
  if (!purchase.handleNextAction || typeof client_secret !== "string" || resumed === undefined)
    return bankRedirectUrl(action_url);
  const refusal = await purchase.handleNextAction(client_secret);
  // Also sent after a refusal: the server asks the provider for the reason and closes the attempt.
  const nextActionLeft = await attemptPayment(purchase, resumed);
  if (nextActionLeft)
    throw refusal ?? new ProviderRefusal({ type: "card_error", code: "payment_intent_authentication_failure" });
  return undefined;
};

/** Places the order with the call for this kind of buyer: member, guest, gift, or payer of a shared cart. */
const checkOutCart = (
  purchase: Purchase & { readonly existing_identity_id?: string },
  savedPurchaserId: string | undefined,
): Promise<CheckoutReply> => {
  const { cart_id, isOwn, isMember = false, giftee_id, purchaser, guest_identity_id, existing_identity_id } = purchase;
  const { identity: _, ...terms } = purchaser ?? { identity: undefined, ...purchase.terms };
  if (isOwn && isMember && giftee_id !== undefined)
    return call(checkoutGift, { cart_id, ...terms, giftee_identity_id: giftee_id });
  if (isOwn && isMember) return call(checkoutAsMember, { cart_id, ...terms });
  const giver_id = savedPurchaserId ?? guest_identity_id;
  if (isOwn && giftee_id !== undefined && giver_id !== undefined)
    return call(checkoutAsGuest, { cart_id, ...terms, guest_identity_id: giftee_id, giver_identity_id: giver_id });
  const buyer_id = purchaser ? existing_identity_id : guest_identity_id;
  const sent = {
    cart_id,
    ...purchase.terms,
    ...purchaser,
    ...(buyer_id === undefined ? {} : { guest_identity_id: buyer_id }),
  };
  return isOwn ? call(checkoutAsGuest, sent) : call(checkoutLinkedCart, { ...sent, send_email: true });
};

/**
 * Saves the purchaser, authorizes the payment and places the order. Each step can be repeated after a lost answer: the
 * server finds the same payment and the same order.
 */
export const purchaseCart = async (purchase: Purchase): Promise<PurchaseOutcome> => {
  const { cart_id, isOwn, purchaser } = purchase;
  try {
    await purchase.submitFields?.();
    const buyer = { ...purchase, ...(await purchase.openAccount?.()) };
    const savedPurchaser =
      purchaser && (await call(isOwn ? savePurchaser : saveLinkedCartPurchaser, { cart_id, ...purchaser }));
    const bankUrl = await payPurchase(buyer);
    if (bankUrl !== undefined) return { kind: "bank", address: bankUrl };
    const reply = await checkOutCart(buyer, savedPurchaser?.identity_id);
    if (reply.outcome !== "completed") return { kind: reply.outcome };
    const orders = reply.ticket_order._data;
    const token = isOwn ? undefined : orders[0]?.token;
    return { kind: "completed", order_ids: orders.map(({ id }) => id), ...(token === undefined ? {} : { token }) };
  } catch (error) {
    const order_id = error instanceof Refused ? error.extra.order_id : undefined;
    if (error instanceof Refused && error.code === "cart_booked" && typeof order_id === "string" && order_id !== "")
      return { kind: "completed", order_ids: [order_id] };
    throw error;
  }
};
