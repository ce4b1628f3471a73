import { numberFormat } from "./intlFormats.ts";

/** How an amount is signed while it is typed: '$' before it, or 'kr' after. */
export const currencySign = (
  locale: string,
  currency: string,
): { readonly sign: string; readonly signAfter: boolean } => {
  const parts = numberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" }).formatToParts(1);
  return {
    sign: parts.find((part) => part.type === "currency")?.value ?? currency,
    signAfter: parts.at(-1)?.type === "currency",
  };
};
