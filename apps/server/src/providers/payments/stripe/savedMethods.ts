import Stripe from "stripe";
import { Refused } from "../../../errors/refused.ts";
import { retryWhileBusy } from "./stripeClient.ts";
import type { Charge, SavedMethod } from "../paymentGateway.ts";

type SavedMethodParams = Pick<
  Stripe.PaymentIntentCreateParams,
  "customer" | "setup_future_usage" | "allowed_payment_method_types" | "automatic_payment_methods"
>;

/** Parameters of an intent that saves a method or charges a saved one. Only cards can be saved. */
export const savedMethodParams = async (
  client: Stripe,
  { id, sellerId, savesMethod, savedMethod }: Pick<Charge, "id" | "sellerId" | "savesMethod" | "savedMethod">,
): Promise<SavedMethodParams | undefined> => {
  const allowed_payment_method_types: SavedMethodParams["allowed_payment_method_types"] = ["card"];
  if (savedMethod)
    return {
      customer: savedMethod.customer,
      allowed_payment_method_types,
      automatic_payment_methods: savedMethod.isPayerPresent
        ? { enabled: true }
        : { enabled: true, allow_redirects: "never" },
    };
  if (!savesMethod) return undefined;
  // One customer per saved method: a guest has no account yet, and Stripe does not learn about accounts.
  const customer = await retryWhileBusy(() =>
    client.customers.create(
      { metadata: { seller_id: sellerId, payment_id: id } },
      { idempotencyKey: `${id}:customer` },
    ),
  );
  if (customer.object !== "customer") throw new Refused({ code: "unavailable", context: "payment" });
  return {
    customer: customer.id,
    setup_future_usage: "off_session",
    allowed_payment_method_types,
    automatic_payment_methods: { enabled: true },
  };
};

/** 'visa', 'american_express' */
export const brandWord = (brand: string): string => brand.toLowerCase().replaceAll(/[^a-z]+/g, "_");

const idOf = (reference: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof reference === "string" ? reference : reference?.id;

/** The card saved with a successful intent. */
export const findSavedMethod = async (
  client: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<SavedMethod | undefined> => {
  const ref = idOf(intent.payment_method);
  const customer = idOf(intent.customer);
  const isPaid = intent.status === "requires_capture" || intent.status === "succeeded";
  if (!isPaid || intent.setup_future_usage !== "off_session" || !ref || !customer) return undefined;
  const method = await retryWhileBusy(() => client.paymentMethods.retrieve(ref));
  if (method.object !== "payment_method") throw new Refused({ code: "unavailable", context: "payment" });
  if (method.id !== ref || idOf(method.customer) !== customer || !method.card) return undefined;
  const { brand, last4, exp_month, exp_year } = method.card;
  return { ref, customer, brand: brandWord(brand), last4, exp_month, exp_year };
};

const { StripeInvalidRequestError } = Stripe.errors;
const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === "resource_missing";

/** Undefined if the method was deleted or never existed. */
const retrieveMethod = async (client: Stripe, ref: string): Promise<Stripe.PaymentMethod | undefined> => {
  try {
    const method = await retryWhileBusy(() => client.paymentMethods.retrieve(ref));
    if (method.object !== "payment_method") throw new Refused({ code: "unavailable", context: "payment" });
    return method;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/**
 * Detaches a method from its customer, after which nobody can charge it or attach it again. Does nothing for a method of
 * another customer, or for one that has already been detached, even by a concurrent call.
 */
export const detachMethod = async (
  client: Stripe,
  { ref, customer }: Pick<SavedMethod, "ref" | "customer">,
): Promise<void> => {
  const isAttached = async (): Promise<boolean> => idOf((await retrieveMethod(client, ref))?.customer) === customer;
  if (!(await isAttached())) return;
  try {
    const method = await retryWhileBusy(() => client.paymentMethods.detach(ref));
    if (method.object !== "payment_method" || idOf(method.customer) !== undefined)
      throw new Refused({ code: "unavailable", context: "payment" });
  } catch (error) {
    if (error instanceof StripeInvalidRequestError && !(await isAttached())) return;
    throw error;
  }
};

/** Detaches the method saved with an intent, even a failed one: it may have been authorized before. */
export const detachIntentMethod = async (client: Stripe, intent: Stripe.PaymentIntent): Promise<void> => {
  // A declined card is no longer the intent's own method.
  const ref = idOf(intent.payment_method) ?? intent.last_payment_error?.payment_method?.id;
  const customer = idOf(intent.customer);
  if (intent.setup_future_usage !== "off_session" || !ref || !customer) return;
  await detachMethod(client, { ref, customer });
};
