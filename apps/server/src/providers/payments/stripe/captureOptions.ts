import type Stripe from "stripe";
import { instantVerification } from "@foyer/rules/checkout/stripeMethods.ts";

type MethodOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions;
type CapturableMethod = {
  [Name in keyof MethodOptions]-?: "capture_method" extends keyof Exclude<MethodOptions[Name], "" | null | undefined>
    ? Name
    : never;
}[keyof MethodOptions];

/**
 * The methods that Stripe can authorize first and capture later
 * (docs.stripe.com/payments/place-a-hold-on-a-payment-method). All others are captured automatically once the payer
 * agrees: bank debits, and redirects such as iDEAL.
 */
const manualCaptureMethods = [
  "affirm",
  "afterpay_clearpay",
  "alma",
  "amazon_pay",
  "billie",
  "card",
  "cashapp",
  "kakao_pay",
  "klarna",
  "kr_card",
  "link",
  "mobilepay",
  "naver_pay",
  "payco",
  "paypal",
  "revolut_pay",
  "samsung_pay",
  "satispay",
  "scalapay",
  "sequra",
  "sunbit",
] as const satisfies readonly CapturableMethod[];

const manual = { capture_method: "manual" } as const;

/**
 * Captures manually if the method supports it. An intent whose own `capture_method` is manual offers no other methods
 * and refuses their confirmation.
 */
export const captureOptions = (methods: "all" | "card"): MethodOptions =>
  methods === "card"
    ? { card: manual }
    : { ...Object.fromEntries(manualCaptureMethods.map((name) => [name, manual])), ...instantVerification };
