import { createContext, use, useMemo, type ReactNode } from "react";
import type { BootData } from "@foyer/contract/boot.ts";
import { currencyExponent } from "@foyer/rules/values/currency.ts";
import { numberFormat, pluralRules } from "../format/intlFormats.ts";

const BootContext = createContext<BootData | null>(null);

export function BootProvider({ boot, children }: { boot: BootData; children: ReactNode }) {
  return <BootContext value={boot}>{children}</BootContext>;
}

export const useBoot = (): BootData => {
  const boot = use(BootContext);
  if (!boot) throw new Error("no boot data above this component");
  return boot;
};

export const useSeller = () => useBoot().seller;

export type Strings = Readonly<Record<string, string>>;
export type Translator<S extends Strings = Strings> = (
  key: keyof S & string,
  values?: Readonly<Record<string, string | number>>,
) => string;

/**
 * Texts by key: the seller's own, otherwise the English of the table. `{name}` is replaced by a value. The singular of a
 * plural has the key with `.one`; `count` decides: 'cart.tickets' and 'cart.tickets.one'.
 */
export const createTranslator = <S extends Strings>(overrides: Strings, locale: string, english: S): Translator<S> => {
  const find = (key: string) => overrides[key] ?? english[key];
  return (key, values = {}) => {
    const form = typeof values.count === "number" ? pluralRules(locale).select(values.count) : "other";
    const text = (form === "other" ? undefined : find(`${key}.${form}`)) ?? find(key) ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) && values[name] !== undefined ? String(values[name]) : whole,
    );
  };
};

/** The texts of a feature: `const t = useText(cartStrings)`. Each feature has its table in `<feature>.strings.ts`. */
export const useText = <S extends Strings>(english: S): Translator<S> => {
  const { strings, locale } = useSeller();
  return useMemo(() => createTranslator(strings, locale, english), [strings, locale, english]);
};

/** Formats amounts in the seller's currency with `options`; a negative amount has a minus sign (U+2212) in every locale. */
const useAmountFormat = (options?: Intl.NumberFormatOptions): ((amount: string) => string) => {
  const { default_currency_code: currency, locale } = useSeller();
  return useMemo(() => {
    const digits = currencyExponent(currency);
    const format = numberFormat(locale, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...options,
    });
    return (amount) => format.format(amount as `${number}`).replace("-", "−");
  }, [currency, locale, options]);
};

/** '12.50' in the seller's currency: '$12.50'. */
export const useMoney = () => useAmountFormat();

const short = { trailingZeroDisplay: "stripIfInteger" } as const;
/** '$12', and '$12.50' where there are cents: short, for tiles and listings. */
export const useShortMoney = () => useAmountFormat(short);

export function Price({ amount }: { amount: string }) {
  return <span data-price="">{useMoney()(amount)}</span>;
}
