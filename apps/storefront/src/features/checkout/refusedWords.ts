import { Refused } from "../../api/call.ts";
import { CaptchaCancelled } from "../../shared/captcha.ts";
import type { sharedStrings } from "../../shared/shared.strings.ts";
import type { Texts } from "../../shared/seller.tsx";
import type { checkoutStrings } from "./checkout.strings.ts";
import { ProviderRefusal } from "./stripe.ts";

/** What went wrong and where it is said: at the form's head, at the terms, or in place of the form. */
export type Problem =
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "fields"; readonly fields: readonly { readonly field: string; readonly message: string }[] }
  | { readonly kind: "details_again" | "gift_card_short" | "terms" | "timed_out" | "gone" | "cancelled" };

type Words = { readonly t: Texts<typeof checkoutStrings>; readonly shared: Texts<typeof sharedStrings> };

/** Answers of a provider that a buyer may well run into: said, not reported (document 2 §8.5). */
const declines: ReadonlySet<string> = new Set(["card_declined", "incorrect_cvc"]);

const fieldsOf = (extra: Refused["extra"]): { field: string; message: string }[] =>
  Array.isArray(extra.problems)
    ? extra.problems.flatMap((one: unknown) => {
        const { field, message } = (one ?? {}) as { field?: unknown; message?: unknown };
        return typeof field === "string" && typeof message === "string" ? [{ field, message }] : [];
      })
    : [];

/** A "no" in the buyer's words. */
export const problemOf = (error: unknown, { t, shared }: Words, byWallet = false): Problem => {
  if (error instanceof ProviderRefusal) {
    if (error.isIncomplete) return { kind: "said", text: shared("form.errors") };
    const said = `${t("checkout.not_charged")} ${error.said ?? t("checkout.edit_payment")}`;
    return {
      kind: "said",
      text: byWallet && error.code === "incorrect_zip" ? `${said} ${t("checkout.wallet_zip")}` : said,
    };
  }
  if (error instanceof CaptchaCancelled) return { kind: "cancelled" };
  if (!(error instanceof Refused)) return { kind: "said", text: shared("error.generic") };
  if (declines.has(error.code)) {
    const said = error.description.startsWith("Your card")
      ? error.description
      : `${t("checkout.not_charged")} ${error.description}`;
    const isZip = error.extra.decline_code === "incorrect_zip";
    return { kind: "said", text: byWallet && isZip ? `${said} ${t("checkout.wallet_zip")}` : said };
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
      const fields = fieldsOf(error.extra);
      return fields.length > 0 ? { kind: "fields", fields } : { kind: "details_again" };
    }
    default:
      return { kind: "said", text: error.status >= 500 ? shared("error.generic") : error.description };
  }
};

export const isExpected = (error: unknown): boolean =>
  error instanceof ProviderRefusal
    ? error.isExpected
    : error instanceof CaptchaCancelled ||
      (error instanceof Refused && error.status < 500 && error.code !== "not_configured");
