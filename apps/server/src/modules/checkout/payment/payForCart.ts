import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { crash } from "../../../db/faultPoints.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import type { Charge, PaymentGateway, ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { countGiftCardGuess } from "../../giftcards/countGiftCardGuess.ts";
import { isReplyComplete, lockedCartReply, type LockedCheckout } from "../batch/lockCheckout.ts";
import type { PaymentRow } from "../checkout.sql.ts";
import type { CartAccess } from "../requireCartAccess.ts";
import { recordProviderStatus } from "../order/completeCart.ts";
import { configuredGateways, type TenderPayment } from "./tenders.ts";
import { startPayment, type StartedPayment } from "./startPayment.ts";
import { gatewayOfPayment, voidAttempt } from "./captureAttempt.ts";
import { savedMethodRefs, refuseSavedMethods } from "./savedMethods.ts";
import { paymentReturnUrl } from "./paymentReturnUrl.ts";
import { settlePayment } from "../reconcile/settlePayments.ts";
import { paymentReply } from "./paymentReply.ts";
import { authorizeWithinLimits } from "../limits/authorizeWithinLimits.ts";
import { retryAfterLatePayment } from "../late/retryAfterLatePayment.ts";

type Sent = { readonly cart_id: string; readonly list: readonly PaymentInput[] };

/**
 * Pays for a cart: with gift cards, then with a card for the rest. The rows come first, under the cart's lock; each
 * provider is asked outside of any transaction, with the row's id as its idempotency key; then what it said is written
 * down. Two clicks find the same rows and ask the same questions, so there is one charge each. When one part comes to
 * nothing, every other promise is given back.
 */
export const payForCart = async (
  ctx: RequestContext,
  sent: Sent,
  access: CartAccess = "own",
  /** What was kept, and is charged without its payer. */
  { saved_payment_method_id }: { readonly saved_payment_method_id: string | null } = { saved_payment_method_id: null },
) => {
  await refuseSavedMethods(ctx, sent.list);
  const { parts: payments, at: checkout } = await startWithRetry(ctx, sent, { way: access, saved_payment_method_id });
  if (payments.length > 0) crash("after_payment_row");

  const results: RecordedPayment[] = [];
  for (const tenderPayment of payments) results.push(await authorizeTender(ctx, tenderPayment));
  return {
    payment: { _data: results.map(({ payment }) => paymentReply(ctx, payment)) },
    cart: (await currentCart(ctx, checkout, results.at(-1))).cart,
  };
};

/** The cart as it was locked when its last payment was written down: from then on it is leased, and does not change. */
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

/** What an attempt that came to nothing still has promised is given back before the next one begins. */
const startWithRetry = async (
  ctx: RequestContext,
  sent: Sent,
  options: { readonly way: CartAccess; readonly saved_payment_method_id: string | null },
): Promise<Extract<StartedPayment, { readonly parts: unknown }>> => {
  const gateways = await configuredGateways(ctx, sent.list);
  for (let attempt = 1; ; attempt++) {
    const opened = await retryAfterLatePayment(ctx, sent.cart_id, () =>
      startPayment(ctx, sent, { ...options, gateways }),
    );
    if ("parts" in opened) return opened;
    // What is under way by another's doing cannot be called back: it has to be waited for.
    if (attempt > 2) throw new Refused({ code: "payment_in_progress", context: "payment" });
    await voidAttempt(ctx, sent.cart_id, opened.broken);
  }
};

type RecordedPayment = Awaited<ReturnType<typeof recordProviderStatus>>;

/** Asks for one part. Refused, when it is not promised. */
const authorizeTender = async (ctx: RequestContext, tenderPayment: TenderPayment): Promise<RecordedPayment> => {
  const { cart_id, cart_version } = tenderPayment.payment;
  const gateway = await gatewayOfPayment(ctx, tenderPayment.payment);
  const { guess, standing: providerStatus } = await voidAttemptIfLimited(ctx, tenderPayment, async () => {
    const guess = countCardGuess(ctx, tenderPayment);
    return { guess, standing: await askProvider(ctx, gateway, tenderPayment) };
  });
  if (providerStatus.status !== "failed" || providerStatus.code !== "not_found") guess?.giveBack();
  crash("after_provider_call");
  const recorded = await recordProviderStatus(ctx, tenderPayment.payment, providerStatus);
  const { payment } = recorded;
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

/** Paying is no way round the limit for those who guess at numbers of gift cards (T46). */
const countCardGuess = (ctx: RequestContext, { offer }: TenderPayment) =>
  offer?.gateway_id === "ledger" ? countGiftCardGuess(ctx) : undefined;

/** Whoever is over a limit is not asked for: what the parts before have promised is given back. */
const voidAttemptIfLimited = async <R>(
  ctx: RequestContext,
  { payment }: TenderPayment,
  authorize: () => Promise<R>,
): Promise<R> => {
  try {
    return await authorize();
  } catch (error) {
    if (error instanceof Refused && error.code === "too_many_requests")
      await voidAttempt(ctx, payment.cart_id, payment.cart_version);
    throw error;
  }
};

/** A payment that was begun is asked after; only a new one, or one whose answer was lost, is authorised. */
const askProvider = async (
  ctx: RequestContext,
  gateway: PaymentGateway,
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
    ...(payment.saved_payment_method_id !== null && {
      savedMethod: await savedMethodRefs(ctx, payment.saved_payment_method_id),
    }),
  };
  const authorize = () => gateway.authorize(charge);
  return gateway.id === "ledger" || isCounted ? authorize() : authorizeWithinLimits(ctx, payment, authorize);
};

/** The settling job gave this payment up while the provider was thinking: whatever it promised since is given back. */
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
  if (payment.gateway_id !== "ledger") return cardDeclined(code, message, decline);
  return new Refused({
    code: code === "not_found" ? "not_found" : "insufficient_balance",
    context: "ledger",
    description: message,
    // Which of the offers it was.
    extra: { place: index },
  });
};

const cardDeclined = (code: string, message: string, bankCode?: string): Refused =>
  new Refused({
    code: code === "incorrect_cvc" || code === "invalid_cvc" ? "incorrect_cvc" : "card_declined",
    context: "payment",
    description: `Your card has not been charged. ${message}`,
    extra: { decline_code: code, ...(bankCode !== undefined && { bank_code: bankCode }) },
  });
