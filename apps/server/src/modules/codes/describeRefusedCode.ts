import { reasonDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { clockOf } from "@foyer/rules/dates/englishDates.ts";
import type { CodeRejection } from "@foyer/rules/pricing/applyCodes.ts";

/** The text of a refused code: the seller's own for the reason, or else the default; undefined if neither applies. */
export const describeRefusedCode = (
  { strings, locale, timezone }: Pick<Seller, "strings" | "locale" | "timezone">,
  { code, extra }: Pick<CodeRejection, "code" | "extra">,
  { isChange }: { readonly isChange: boolean },
): { readonly text?: string; readonly description?: string } => {
  const { reason = isChange ? "change" : undefined } = extra;
  const key = `${code}.${String(reason)}` as const;
  const own = strings[`error.${key}`];
  const description = own ?? reasonDescriptions[key];
  if (description === undefined) return {};
  const { valid_from } = extra;
  const day = typeof valid_from === "string" ? formatStart(valid_from, locale, timezone) : "";
  const filled = description.replace("{day}", day);
  return own === undefined ? { description: filled } : { text: filled };
};

/** The day in the seller's time zone, with the time if the code does not start at midnight. */
const formatStart = (valid_from: string, locale: string, timezone: string): string => {
  const start = Temporal.Instant.from(valid_from).toZonedDateTimeISO(timezone);
  const isMidnight = start.equals(start.startOfDay());
  return start.toLocaleString(locale, {
    dateStyle: "long",
    ...(!isMidnight && { timeStyle: "short", ...clockOf(locale) }),
  });
};
