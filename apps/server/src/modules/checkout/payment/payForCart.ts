import type { CartReply } from "@foyer/contract/shop/cart.ts";
import { isGiftCardPayment } from "@foyer/rules/checkout/gateways.ts";
import { crash } from "../../../db/faultPoints.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import type { Charge, PaymentGateway, ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { countGiftCardPayment } from "../../giftcards/countGiftCardGuess.ts";
import { isReplyComplete, lockedCartReply, type LockedCheckout } from "../batch/lockedCheckout.ts";
import type { PaymentRow } from "./paymentRow.ts";
import type { CartAccess } from "../../cart/access/cartAccess.ts";
import { recordProviderStatus } from "../order/recordProviderStatus.ts";
import { configuredGateways, type TenderPayment } from "./tenders.ts";
import type { SentPayment } from "./decidePayment.ts";
import { startPayment, type StartedPayment } from "./startPayment.ts";
import { gatewayOfPayment } from "../capture/gatewayOfPayment.ts";
import { voidAttempt } from "../capture/voidAttempt.ts";
import { ownSavedMethod, savedMethodRefs, refuseSavedMethods } from "./savedMethods.ts";
import { paymentReturnUrl } from "./paymentReturnUrl.ts";
import { settlePayment } from "../reconcile/settlePayments.ts";
import { paymentReply } from "./paymentReply.ts";
import { authorizeWithinLimits } from "../limits/authorizeWithinLimits.ts";
import { cardFingerprint, signFingerprint } from "../limits/cardFingerprint.ts";
import { storeFingerprint } from "../limits/tries.sql.ts";
import { retryAfterLatePayment } from "../late/retryAfterLatePayment.ts";

/**
 * Pays for a cart: with gift cards, then with a card for the rest. Payments are inserted first, under the cart's lock.
 * Then each provider is called outside any transaction, with the payment's id as the idempotency key, and its answer is
 * recorded. Repeated clicks find the same payments and send the same calls, so each is charged once. If one payment
 * fails, all others are voided.
 */
export const payForCart = async (
  ctx: RequestContext,
  sent: SentPayment,
  access: CartAccess = "owner",
  /** The saved method of an automatic charge, made while the payer is absent. */
  { saved_payment_method_id }: { readonly saved_payment_method_id: string | null } = { saved_payment_method_id: null },
) => {
  await refuseSavedMethods(ctx, sent.list);
  const savedMethod = await ownSavedMethod(ctx, sent.list, access);
  const { tenderPayments, checkout, fingerprint } = await startWithRetry(ctx, sent, {
    access,
    saved_payment_method_id,
    savedMethod,
  });
  if (tenderPayments.length > 0) crash("after_payment_row");

  const results: RecordedPayment[] = [];
  for (const tenderPayment of tenderPayments)
    results.push(await authorizeTender(ctx, tenderPayment, { savedMethod, fingerprint }));
  return {
    payment: { _data: results.map(({ payment }) => paymentReply(ctx, payment)) },
    cart: (await currentCart(ctx, checkout, results.at(-1))).cart,
  };
};

/** The cart as it was locked when its last payment was recorded. It is leased from then on and does not change. */
const currentCart = async (
  ctx: RequestContext,
  checkout: LockedCheckout,
  last: RecordedPayment | undefined,
): Promise<CartReply> => {
  const now = last?.cart ? { ...checkout, cart: { ...last.cart, paying: true }, payments: last.payments } : checkout;
  const isSame = now.cart.state === "pending" && now.cart.version === checkout.cart.version;
  return isSame && isReplyComplete(now)
    ? lockedCartReply(ctx.seller, now, ctx.visitor)
    : readCart(ctx, checkout.cart.id);
};

type StartOptions = {
  readonly access: CartAccess;
  readonly saved_payment_method_id: string | null;
  readonly savedMethod: OfferedMethod;
};

/**
 * Voids a failed attempt before it starts the next one. The provider is asked which card it is only after a decline, so
 * that a purchase without one needs no further call.
 */
const startWithRetry = async (
  ctx: RequestContext,
  sent: SentPayment,
  { savedMethod, ...options }: StartOptions,
): Promise<Extract<StartedPayment, { readonly tenderPayments: unknown }> & Pick<KnownOffer, "fingerprint">> => {
  const gateways = await configuredGateways(ctx, sent.list);
  let fingerprint: string | null | undefined = options.saved_payment_method_id === null ? undefined : null;
  for (let brokenAttempts = 0; ;) {
    const started = await retryAfterLatePayment(ctx, sent.cart_id, () =>
      startPayment(ctx, sent, { ...options, gateways, fingerprint }),
    );
    if ("tenderPayments" in started) return { ...started, fingerprint: fingerprint ?? null };
    if ("asksForCard" in started) {
      fingerprint = await cardFingerprint(ctx, sent.list, savedMethod);
      continue;
    }
    // A payment that another request has in progress cannot be voided.
    if (++brokenAttempts > 2) throw new Refused({ code: "payment_in_progress", context: "payment" });
    await voidAttempt(ctx, sent.cart_id, started.brokenVersion);
  }
};

/** The saved method that the payer has chosen. */
type OfferedMethod = Charge["savedMethod"] | undefined;

/** The offered card as far as it is known. `fingerprint` is null if unknown. */
type KnownOffer = { readonly savedMethod: OfferedMethod; readonly fingerprint: string | null };

type RecordedPayment = Awaited<ReturnType<typeof recordProviderStatus>>;

/** Authorizes one payment, or refuses the request. */
const authorizeTender = async (
  ctx: RequestContext,
  tenderPayment: TenderPayment,
  known: KnownOffer,
): Promise<RecordedPayment> => {
  const { cart_id, cart_version } = tenderPayment.payment;
  const gateway = await gatewayOfPayment(ctx, tenderPayment.payment);
  const { guess, providerStatus } = await voidAttemptIfLimited(ctx, tenderPayment, async () => {
    const guess = await countCardGuess(ctx, tenderPayment);
    return { guess, providerStatus: await askProvider(ctx, { gateway, ...known }, tenderPayment) };
  });
  if (providerStatus.status !== "failed" || providerStatus.code !== "not_found") await guess?.release();
  crash("after_provider_call");
  const recorded = await recordProviderStatus(ctx, tenderPayment.payment, providerStatus);
  const { payment } = recorded;
  if (providerStatus.status === "failed" && providerStatus.fingerprint !== undefined)
    await storeFingerprint(ctx, payment.id, signFingerprint(ctx, gateway.id, providerStatus.fingerprint));
  crash("after_authorized");
  const isAbandoned = await voidAbandonedPayment(ctx, gateway, payment, providerStatus);
  if (providerStatus.status === "failed" || isAbandoned) {
    await voidAttempt(ctx, cart_id, cart_version);
    throw providerStatus.status === "failed"
      ? refusalFor(tenderPayment, providerStatus)
      : cardDeclined("card_declined", "Please try again.");
  }
  if (providerStatus.status === "requires_action") {
    throw new Refused({
      code: "intent_requires_action",
      context: "payment",
      extra: {
        payment_id: payment.id,
        action_url: providerStatus.actionUrl,
        ...(providerStatus.clientSecret !== undefined && { client_secret: providerStatus.clientSecret }),
      },
    });
  }
  return recorded;
};

/** A payment with a gift card counts as a guess of its number, like a look-up of its balance. */
const countCardGuess = async (ctx: RequestContext, { offer }: TenderPayment) =>
  offer && isGiftCardPayment(offer) ? countGiftCardPayment(ctx) : undefined;

const limitCodes: ReadonlySet<string> = new Set(["too_many_requests", "captcha_required", "captcha_failed"]);

/** Voids the payments that were authorized earlier if a rate limit refuses this one. */
const voidAttemptIfLimited = async <R>(
  ctx: RequestContext,
  { payment }: TenderPayment,
  authorize: () => Promise<R>,
): Promise<R> => {
  try {
    return await authorize();
  } catch (error) {
    if (error instanceof Refused && limitCodes.has(error.code))
      await voidAttempt(ctx, payment.cart_id, payment.cart_version);
    throw error;
  }
};

/** Authorizes a new payment, or one whose answer was lost. For any other, asks for its status. */
const askProvider = async (
  ctx: RequestContext,
  { gateway, savedMethod, fingerprint }: KnownOffer & { readonly gateway: PaymentGateway },
  { payment, offer, purchaser, isCounted = false }: TenderPayment,
): Promise<ProviderStatus> => {
  if (!offer) return gateway.findStatus({ sellerId: ctx.seller.id, id: payment.id });
  const charge: Charge = {
    id: payment.id,
    sellerId: ctx.seller.id,
    cartId: payment.cart_id,
    amount: payment.amount,
    currency: payment.currency,
    data: offer.gateway_data ?? {},
    returnUrl: paymentReturnUrl(ctx, payment, purchaser),
    savesMethod: payment.auto_renew,
    ...(payment.saved_payment_method_id !== null
      ? { savedMethod: await savedMethodRefs(ctx, payment.saved_payment_method_id) }
      : savedMethod && !isGiftCardPayment(offer) && { savedMethod }),
  };
  const authorize = () => gateway.authorize(charge);
  return isGiftCardPayment(offer) || isCounted
    ? authorize()
    : authorizeWithinLimits(ctx, { payment, fingerprint }, authorize);
};

/** Voids an authorization that arrives after the settling job has abandoned the payment. */
const voidAbandonedPayment = async (
  ctx: RequestContext,
  gateway: PaymentGateway,
  payment: PaymentRow,
  providerStatus: ProviderStatus,
): Promise<boolean> => {
  const isAbandoned = payment.state === "failed" || payment.state === "voided";
  if (!isAbandoned || providerStatus.status === "failed" || providerStatus.status === "unknown") return false;
  if (providerStatus.status === "captured") {
    await settlePayment(ctx, payment.id);
    return false;
  }
  if (providerStatus.status !== "voided")
    await gateway.void({ sellerId: ctx.seller.id, id: payment.id, ref: providerStatus.ref });
  return true;
};

const refusalFor = (
  { payment, index }: TenderPayment,
  { code, message, decline }: Extract<ProviderStatus, { readonly status: "failed" }>,
): Refused => {
  if (!isGiftCardPayment(payment)) return cardDeclined(code, message, decline);
  return new Refused({
    code: code === "not_found" ? "not_found" : "insufficient_balance",
    context: "ledger",
    description: message,
    extra: { index },
  });
};

const cardDeclined = (code: string, message: string, bankCode?: string): Refused =>
  new Refused({
    code: code === "incorrect_cvc" || code === "invalid_cvc" ? "incorrect_cvc" : "card_declined",
    context: "payment",
    description: `Your card has not been charged. ${message}`,
    extra: { decline_code: code, ...(bankCode !== undefined && { bank_code: bankCode }) },
  });
