import { createContext, use, type ReactNode } from "react";
import type { Boot } from "@foyer/contract/boot.ts";
import { exponentOf } from "@foyer/rules/money.ts";
import { defaultStrings } from "./strings.ts";

const BootContext = createContext<Boot | null>(null);

export function BootProvider({ boot, children }: { boot: Boot; children: ReactNode }) {
  return <BootContext value={boot}>{children}</BootContext>;
}

export const useBoot = (): Boot => {
  const boot = use(BootContext);
  if (!boot) throw new Error("no boot data above this component");
  return boot;
};

export const useSeller = () => useBoot().seller;
export const useFlag = (name: string): boolean => useBoot().flags[name] ?? false;

export type Texts = (key: keyof typeof defaultStrings | (string & {}), values?: Readonly<Record<string, string | number>>) => string;

/**
 * Words by key: the seller's own, else English. `{name}` is filled from values. For a plural, the key of the singular
 * has `.one` behind it and `count` picks between the two: 'cart.tickets' and 'cart.tickets.one'.
 */
export const textsOf = (strings: Readonly<Record<string, string>>, locale: string): Texts => {
  const plurals = new Intl.PluralRules(locale);
  const find = (key: string) => strings[key] ?? (defaultStrings as Readonly<Record<string, string>>)[key];
  return (key, values = {}) => {
    const form = typeof values.count === "number" ? plurals.select(values.count) : "other";
    const text = (form === "other" ? undefined : find(`${key}.${form}`)) ?? find(key) ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => (values[name] === undefined ? whole : String(values[name])));
  };
};

const texts = new WeakMap<object, Texts>();
export const useText = (): Texts => {
  const { strings, locale } = useSeller();
  const known = texts.get(strings) ?? textsOf(strings, locale);
  texts.set(strings, known);
  return known;
};

/** '12.50' as the seller's visitors write it: '$12.50'. */
export const useMoney = () => {
  const { default_currency_code: currency, locale } = useSeller();
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol", minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (amount: string): string => format.format(amount as `${number}`);
};

export function Price({ amount }: { amount: string }) {
  return <span data-price="">{useMoney()(amount)}</span>;
}
