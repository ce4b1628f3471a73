import type { CartReply } from "@foyer/contract/cart.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { crash } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import type { PaymentGateway, Standing } from "../../outside/payments/payments.ts";
import { readCart } from "../cart/readCart.ts";
import { takeGiftCardGuess } from "../ledger/giftCardGuesses.ts";
import { isWhole, replyOf, type AtTill } from "./atTill.ts";
import type { PaymentRow } from "./checkout.sql.ts";
import type { Way } from "./openCart.ts";
import { recordStanding } from "./completeCart.ts";
import { gatewaysOf, type Part } from "./claims.ts";
import { openPayment, type Opened } from "./openPayment.ts";
import { gatewayOfPayment, giveBackParts } from "./parts.ts";
import { keptMeans, refuseKept } from "./keptMeans.ts";
import { returnUrlOf } from "./returnUrl.ts";
import { settlePayment } from "./settle.ts";
import { shownPayment } from "./shownPayment.ts";
import { counted } from "./tries.ts";
import { unlessLate } from "./unlessLate.ts";

type Sent = { readonly cart_id: string; readonly list: readonly PaymentOffer[] };

/**
 * Pays for a cart: with gift cards, then with a card for the rest. The rows come first, under the cart's lock; each
 * provider is asked outside of any transaction, with the row's id as its idempotency key; then what it said is written
 * down. Two clicks find the same rows and ask the same questions, so there is one charge each. When one part comes to
 * nothing, every other promise is given back.
 */
export const pay = async (
  ask: Ask,
  sent: Sent,
  way: Way = "own",
  /** What was kept, and is charged without its payer. */
  { saved_payment_method_id }: { readonly saved_payment_method_id: string | null } = { saved_payment_method_id: null },
) => {
  await refuseKept(ask, sent.list);
  const { parts, at } = await opened(ask, sent, { way, saved_payment_method_id });
  if (parts.length > 0) crash("after_payment_row");

  const recorded: Recorded[] = [];
  for (const part of parts) recorded.push(await askFor(ask, part));
  return {
    payment: { _data: recorded.map(({ payment }) => shownPayment(ask, payment)) },
    cart: (await cartNow(ask, at, recorded.at(-1))).cart,
  };
};

/** The cart as it was locked when its last payment was written down: from then on it is leased, and does not change. */
const cartNow = async (ask: Ask, at: AtTill, last: Recorded | undefined): Promise<CartReply> => {
  const now = last?.cart ? { ...at, cart: { ...last.cart, paying: true }, payments: last.payments } : at;
  const isSame = now.cart.state === "pending" && now.cart.version === at.cart.version;
  return isSame && isWhole(now) ? replyOf(ask.seller, now, ask.visitor) : readCart(ask, at.cart.id);
};

/** What an attempt that came to nothing still has promised is given back before the next one begins. */
const opened = async (
  ask: Ask,
  sent: Sent,
  by: { readonly way: Way; readonly saved_payment_method_id: string | null },
): Promise<Extract<Opened, { readonly parts: unknown }>> => {
  const gateways = await gatewaysOf(ask, sent.list);
  for (let attempt = 1; ; attempt++) {
    const opened = await unlessLate(ask, sent.cart_id, () => openPayment(ask, sent, { ...by, gateways }));
    if ("parts" in opened) return opened;
    // What is under way by another's doing cannot be called back: it has to be waited for.
    if (attempt > 2) throw new Refused({ code: "payment_in_progress", context: "payment" });
    await giveBackParts(ask, sent.cart_id, opened.broken);
  }
};

type Recorded = Awaited<ReturnType<typeof recordStanding>>;

/** Asks for one part. Refused, when it is not promised. */
const askFor = async (ask: Ask, part: Part): Promise<Recorded> => {
  const { cart_id, cart_version } = part.payment;
  const gateway = await gatewayOfPayment(ask, part.payment);
  const { guess, standing } = await unlessTooMany(ask, part, async () => {
    const guess = takeGuess(ask, part);
    return { guess, standing: await askProvider(ask, gateway, part) };
  });
  if (standing.status !== "failed" || standing.code !== "not_found") guess?.giveBack();
  crash("after_provider_call");
  const recorded = await recordStanding(ask, part.payment, standing);
  const { payment } = recorded;
  crash("after_authorized");
  const isGivenUp = await giveBackWhatWasGivenUp(ask, gateway, payment, standing);
  if (standing.status === "failed" || isGivenUp) {
    await giveBackParts(ask, cart_id, cart_version);
    throw standing.status === "failed" ? refusedBy(part, standing) : declined("card_declined", "Please try again.");
  }
  if (standing.status === "requires_action") {
    throw new Refused({
      code: "intent_requires_action",
      context: "payment",
      extra: {
        payment_id: payment.id,
        action_url: standing.actionUrl,
        ...(standing.clientSecret !== undefined && { client_secret: standing.clientSecret }),
      },
    });
  }
  return recorded;
};

/** Paying is no way round the limit for those who guess at numbers of gift cards (T46). */
const takeGuess = (ask: Ask, { offer }: Part) => (offer?.gateway_id === "ledger" ? takeGiftCardGuess(ask) : undefined);

/** Whoever is over a limit is not asked for: what the parts before have promised is given back. */
const unlessTooMany = async <R>(ask: Ask, { payment }: Part, work: () => Promise<R>): Promise<R> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused && error.code === "too_many_requests")
      await giveBackParts(ask, payment.cart_id, payment.cart_version);
    throw error;
  }
};

/** A payment that was begun is asked after; only a new one, or one whose answer was lost, is authorised. */
const askProvider = async (
  ask: Ask,
  gateway: PaymentGateway,
  { payment, offer, purchaser, isCounted = false }: Part,
): Promise<Standing> => {
  if (!offer) return gateway.find({ sellerId: ask.seller.id, id: payment.id });
  const charge = {
    id: payment.id,
    sellerId: ask.seller.id,
    cartId: payment.cart_id,
    amount: payment.amount,
    currency: payment.currency,
    data: offer.gateway_data ?? {},
    returnUrl: returnUrlOf(ask, payment, purchaser),
    keeps: payment.auto_renew,
    ...(payment.saved_payment_method_id !== null && { by: await keptMeans(ask, payment.saved_payment_method_id) }),
  };
  const authorize = () => gateway.authorize(charge);
  return gateway.id === "ledger" || isCounted ? authorize() : counted(ask, payment, authorize);
};

/** The settling job gave this payment up while the provider was thinking: whatever it promised since is given back. */
const giveBackWhatWasGivenUp = async (
  ask: Ask,
  gateway: PaymentGateway,
  payment: PaymentRow,
  standing: Standing,
): Promise<boolean> => {
  const givenUp = payment.state === "failed" || payment.state === "voided";
  if (!givenUp || standing.status === "failed" || standing.status === "unknown") return false;
  if (standing.status === "captured") {
    await settlePayment(ask, payment.id);
    return false;
  }
  if (standing.status !== "voided") await gateway.void({ sellerId: ask.seller.id, id: payment.id, ref: standing.ref });
  return true;
};

const refusedBy = (
  { payment, place }: Part,
  { code, message, decline }: Extract<Standing, { readonly status: "failed" }>,
): Refused => {
  if (payment.gateway_id !== "ledger") return declined(code, message, decline);
  return new Refused({
    code: code === "not_found" ? "not_found" : "insufficient_balance",
    context: "ledger",
    description: message,
    // Which of the offers it was.
    extra: { place },
  });
};

const declined = (code: string, message: string, bank_code?: string): Refused =>
  new Refused({
    code: code === "incorrect_cvc" || code === "invalid_cvc" ? "incorrect_cvc" : "card_declined",
    context: "payment",
    description: `Your card has not been charged. ${message}`,
    extra: { decline_code: code, ...(bank_code !== undefined && { bank_code }) },
  });
