import { Refused } from "../../../api/call.ts";
import { CaptchaCancelled } from "../../../shared/captcha/CaptchaCancelled.ts";
import type { sharedStrings } from "../../../shared/text/shared.strings.ts";
import type { Translator } from "../../../shared/seller/seller.tsx";
import type { checkoutStrings } from "../checkout.strings.ts";
import { ProviderRefusal } from "./stripe/stripe.ts";

/** What went wrong and where it is said: at the form's head, at the terms, or in place of the form. */
export type CheckoutProblem =
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "fields"; readonly fields: readonly { readonly field: string; readonly message: string }[] }
  | { readonly kind: "details_again" | "gift_card_short" | "terms" | "timed_out" | "gone" | "cancelled" };

type CheckoutTexts = {
  readonly t: Translator<typeof checkoutStrings>;
  readonly shared: Translator<typeof sharedStrings>;
};

/** Answers of a provider that a buyer may well run into: said, not reported (document 2 §8.5). */
const declineCodes: ReadonlySet<string> = new Set(["card_declined", "incorrect_cvc"]);

const fieldProblemsOf = (extra: Refused["extra"]): { field: string; message: string }[] =>
  Array.isArray(extra.problems)
    ? extra.problems.flatMap((one: unknown) => {
        const { field, message } = (one ?? {}) as { field?: unknown; message?: unknown };
        return typeof field === "string" && typeof message === "string" ? [{ field, message }] : [];
      })
    : [];

/** A "no" in the buyer's words. */
export const describeCheckoutProblem = (
  error: unknown,
  { t, shared }: CheckoutTexts,
  isWallet = false,
): CheckoutProblem => {
  if (error instanceof ProviderRefusal) {
    if (error.isIncomplete) return { kind: "said", text: shared("form.errors") };
    const message = `${t("checkout.not_charged")} ${error.providerMessage ?? t("checkout.edit_payment")}`;
    return {
      kind: "said",
      text: isWallet && error.code === "incorrect_zip" ? `${message} ${t("checkout.wallet_zip")}` : message,
    };
  }
  if (error instanceof CaptchaCancelled) return { kind: "cancelled" };
  if (!(error instanceof Refused)) return { kind: "said", text: shared("error.generic") };
  if (declineCodes.has(error.code)) {
    const message = error.description.startsWith("Your card")
      ? error.description
      : `${t("checkout.not_charged")} ${error.description}`;
    const isZip = error.extra.decline_code === "incorrect_zip";
    return { kind: "said", text: isWallet && isZip ? `${message} ${t("checkout.wallet_zip")}` : message };
  }
  switch (error.code) {
    // What is due is another than was shown: the cart beside it is asked anew.
    case "payment_incorrect_amount":
      return { kind: "said", text: error.description };
    case "payment_incomplete":
      return { kind: "said", text: t("checkout.edit_payment") };
    case "payment_not_supported":
      return { kind: "said", text: t("checkout.unsupported") };
    case "insufficient_balance":
      return { kind: "gift_card_short" };
    case "ledger_not_allowed":
      return { kind: "said", text: t("gift_card.barred") };
    case "payment_in_progress":
    case "cart_not_editable":
      return { kind: "said", text: t("checkout.payment_running") };
    case "gateway_not_available":
    case "not_configured":
      return { kind: "said", text: t("checkout.provider_unavailable") };
    case "cart_expired":
      return { kind: "timed_out" };
    case "not_found":
      // A gift card that is not there any more has nothing on it.
      return { kind: error.context === "ledger" ? "gift_card_short" : "gone" };
    case "terms_not_accepted":
      return { kind: "terms" };
    case "validation_failed": {
      if (error.context !== "identity" && error.context !== "login")
        return { kind: "said", text: t("checkout.edit_payment") };
      const fields = fieldProblemsOf(error.extra);
      return fields.length > 0 ? { kind: "fields", fields } : { kind: "details_again" };
    }
    default:
      return { kind: "said", text: error.status >= 500 ? shared("error.generic") : error.description };
  }
};

export const isExpectedFailure = (error: unknown): boolean =>
  error instanceof ProviderRefusal
    ? error.isExpected
    : error instanceof CaptchaCancelled ||
      (error instanceof Refused && error.status < 500 && error.code !== "not_configured");
