import { Refused } from "../../../api/call.ts";
import { CaptchaCancelled } from "../../../shared/captcha/CaptchaCancelled.ts";
import { CaptchaBlocked } from "../../../shared/captcha/CaptchaBlocked.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import type { sharedStrings } from "../../../shared/text/shared.strings.ts";
import type { Translator } from "../../../shared/seller/seller.tsx";
import type { checkoutStrings } from "../checkout.strings.ts";
import { OutdatedPage } from "./OutdatedPage.ts";
import { ProviderRefusal } from "./ProviderRefusal.ts";

/**
 * A problem with a purchase. Its kind also decides where it is shown: above the payment, at fields, at the terms, or
 * instead of the form.
 */
export type CheckoutProblem =
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "fields"; readonly fields: readonly { readonly field: string; readonly message: string }[] }
  /** An answer to a question of the checkout is invalid. */
  | { readonly kind: "answers"; readonly extra: Refused["extra"]; readonly text: string }
  /** The terms are not accepted, or have changed since the page was opened. */
  | { readonly kind: "terms"; readonly extra: Refused["extra"] }
  /** The page has to be reloaded. */
  | { readonly kind: "outdated" }
  | { readonly kind: "details_needed" | "gift_card_short" | "expired" | "not_found" | "cancelled" };

type CheckoutTexts = {
  readonly t: Translator<typeof checkoutStrings>;
  readonly shared: Translator<typeof sharedStrings>;
  /** The seller accepts gift cards, which stay usable after declined cards. */
  readonly hasGiftCards?: boolean;
};

/** Refusals of a card, with a description that is written for the buyer. */
const declineCodes: ReadonlySet<string> = new Set(["card_declined", "incorrect_cvc"]);

const fieldProblemsOf = (extra: Refused["extra"]): { field: string; message: string }[] =>
  Array.isArray(extra.problems)
    ? extra.problems.flatMap((one: unknown) => {
        const { field, message } = (one ?? {}) as { field?: unknown; message?: unknown };
        return typeof field === "string" && typeof message === "string" ? [{ field, message }] : [];
      })
    : [];

/** How long this card, or any card, cannot be tried, and what can pay meanwhile. */
const describeWait = (
  { context, extra: { retry_after, card_only }, description }: Refused,
  { t, hasGiftCards }: Pick<CheckoutTexts, "t" | "hasGiftCards">,
): string => {
  if (context !== "payment" || typeof retry_after !== "number") return description;
  const count = Math.ceil(retry_after / 60);
  const wait = card_only === true ? t("checkout.card_waits", { count }) : t("checkout.too_many_cards", { count });
  return hasGiftCards ? `${wait} ${t("checkout.pay_by_gift_card")}` : wait;
};

/** Describes a purchase error for the buyer. */
export const describeCheckoutProblem = (error: unknown, texts: CheckoutTexts, isWallet = false): CheckoutProblem => {
  const { t, shared } = texts;
  if (error instanceof ProviderRefusal) return describeProviderRefusal(error, texts, isWallet);
  if (error instanceof CaptchaCancelled) return { kind: "cancelled" };
  if (error instanceof OutdatedPage) return { kind: "outdated" };
  if (error instanceof CaptchaBlocked)
    return { kind: "message", text: t("checkout.captcha_blocked", { provider: error.provider }) };
  if (!(error instanceof Refused)) return { kind: "message", text: failureText(shared) };
  return declineCodes.has(error.code) ? describeDecline(error, texts, isWallet) : describeRefused(error, texts);
};

const describeProviderRefusal = (
  error: ProviderRefusal,
  { t, shared }: CheckoutTexts,
  isWallet: boolean,
): CheckoutProblem => {
  if (error.isIncomplete) return { kind: "message", text: shared("form.errors") };
  const message = `${t("checkout.not_charged")} ${error.providerMessage ?? t("checkout.edit_payment")}`;
  return {
    kind: "message",
    text: isWallet && error.code === "incorrect_zip" ? `${message} ${t("checkout.wallet_zip")}` : message,
  };
};

const describeDecline = (
  { description, extra }: Refused,
  { t }: Pick<CheckoutTexts, "t">,
  isWallet: boolean,
): CheckoutProblem => {
  const message = description.startsWith("Your card") ? description : `${t("checkout.not_charged")} ${description}`;
  const isZip = extra.decline_code === "incorrect_zip";
  return { kind: "message", text: isWallet && isZip ? `${message} ${t("checkout.wallet_zip")}` : message };
};

const describeRefused = (error: Refused, { t, shared, hasGiftCards = false }: CheckoutTexts): CheckoutProblem => {
  switch (error.code) {
    // The amount due or the time of a session has changed since it was shown. The cart is fetched again as well.
    case "payment_incorrect_amount":
    case "event_session_moved":
      return { kind: "message", text: error.description };
    case "payment_incomplete":
      return { kind: "message", text: t("checkout.edit_payment") };
    case "payment_not_supported":
      return { kind: "message", text: t("checkout.unsupported") };
    case "insufficient_balance":
      return { kind: "gift_card_short" };
    case "ledger_not_allowed":
      return { kind: "message", text: t("gift_card.barred") };
    case "payment_in_progress":
    case "cart_not_editable":
      return { kind: "message", text: t("checkout.payment_running") };
    case "gateway_not_available":
    case "not_configured":
      return { kind: "message", text: t("checkout.provider_unavailable") };
    case "too_many_requests":
      return { kind: "message", text: describeWait(error, { t, hasGiftCards }) };
    case "cart_expired":
      return { kind: "expired" };
    case "not_found":
      return describeNotFound(error, { t, shared });
    case "terms_not_accepted":
      return { kind: "terms", extra: error.extra };
    case "additional_info_validation_failed":
      return { kind: "answers", extra: error.extra, text: error.description };
    case "validation_failed": {
      if (error.context !== "identity" && error.context !== "login")
        return { kind: "message", text: t("checkout.edit_payment") };
      const fields = fieldProblemsOf(error.extra);
      return fields.length > 0 ? { kind: "fields", fields } : { kind: "details_needed" };
    }
    default:
      return { kind: "message", text: error.status >= 500 ? shared("error.generic") : error.description };
  }
};

const describeNotFound = (
  { context }: Pick<Refused, "context">,
  { t, shared }: Pick<CheckoutTexts, "t" | "shared">,
): CheckoutProblem => {
  // A gift card that no longer exists has no balance.
  if (context === "ledger") return { kind: "gift_card_short" };
  if (context === "cart") return { kind: "not_found" };
  return { kind: "message", text: isLostCard(context) ? t("checkout.edit_payment") : shared("error.generic") };
};

/** The card that was to pay is no longer saved in the account. */
const isLostCard = (context: string): boolean => context === "payment";

/** A payment with a card that is no longer saved in the account. */
export const hasLostCard = (error: unknown): boolean =>
  error instanceof Refused && error.code === "not_found" && isLostCard(error.context);

export const isExpectedFailure = (error: unknown): boolean =>
  error instanceof ProviderRefusal
    ? error.isExpected
    : error instanceof CaptchaCancelled ||
      error instanceof CaptchaBlocked ||
      error instanceof OutdatedPage ||
      (error instanceof Refused && error.status < 500 && error.code !== "not_configured");
