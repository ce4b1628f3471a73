import { numberFormat } from "./intlFormats.ts";

/** The currency sign of an amount input: '$' before it, or 'kr' after. */
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
