import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { CodeRejection } from "@foyer/rules/pricing/applyCodes.ts";

/**
 * Texts for `extra.reason` of a refused code, and for a code in a change of an order (`change`). A seller's string
 * `error.{code}.{reason}` replaces one.
 */
const texts: Readonly<Record<string, string>> = {
  "code_not_found.expired": "This code has expired.",
  "code_not_found.not_yet_valid": "This code can be used from {day}.",
  "no_code_benefit.change": "This code does not apply to your new tickets.",
  "no_code_benefit.not_combinable": "This code cannot be combined with your discount. The better price stays.",
};

/** The texts of a refused code: the seller's own for the reason, else ours; none where neither fits. */
export const describeRefusedCode = (
  { strings, locale, timezone }: Pick<Seller, "strings" | "locale" | "timezone">,
  { code, extra }: Pick<CodeRejection, "code" | "extra">,
  { isChange }: { readonly isChange: boolean },
): { readonly text?: string; readonly description?: string } => {
  const { reason = isChange ? "change" : undefined } = extra;
  const key = `${code}.${String(reason)}`;
  const own = strings[`error.${key}`];
  const description = own ?? texts[key];
  if (description === undefined) return {};
  const { valid_from } = extra;
  const day = typeof valid_from === "string" ? formatStart(valid_from, locale, timezone) : "";
  const filled = description.replace("{day}", day);
  return own === undefined ? { description: filled } : { text: filled };
};

/** The day on the seller's clock, with the time where the code does not start at midnight. */
const formatStart = (valid_from: string, locale: string, timezone: string): string => {
  const start = Temporal.Instant.from(valid_from).toZonedDateTimeISO(timezone);
  const isMidnight = start.equals(start.startOfDay());
  return start.toLocaleString(locale, { dateStyle: "long", ...(!isMidnight && { timeStyle: "short" }) });
};
