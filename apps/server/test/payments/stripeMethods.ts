/** What the double knows about payment methods: docs.stripe.com/payments/payment-methods/payment-method-support. */

export type MethodType = "card" | "klarna" | "us_bank_account" | "sepa_debit" | "ideal";

type Method = { readonly canCaptureManually: boolean; readonly currencies?: readonly string[] };
const methods: Readonly<Record<MethodType, Method>> = {
  card: { canCaptureManually: true },
  klarna: { canCaptureManually: true },
  us_bank_account: { canCaptureManually: false, currencies: ["usd"] },
  sepa_debit: { canCaptureManually: false, currencies: ["eur"] },
  ideal: { canCaptureManually: false, currencies: ["eur"] },
};

const typesByName: Readonly<Record<string, MethodType>> = {
  klarna: "klarna",
  usBankAccount: "us_bank_account",
  sepaDebit: "sepa_debit",
  ideal: "ideal",
};
/** The type of one of Stripe's test payment methods, by the end of its name. */
export const methodTypeOf = (kind: string): MethodType => typesByName[kind] ?? "card";

/** The end of the name of a test payment method or confirmation token. A number distinguishes several of a kind. */
export const kindOf = (id: string): string => id.replace(/^(?:pm|ctoken)_/, "").replace(/_\d+$/, "");

const list = (value: unknown): readonly string[] | undefined => (Array.isArray(value) ? value.map(String) : undefined);

/**
 * The methods of a new intent: those that it names, or those of the account that support its currency and capture
 * method.
 */
export const methodTypesOf = (form: Record<string, unknown>): readonly string[] => {
  const named = list(form.payment_method_types) ?? list(form.allowed_payment_method_types);
  const excluded = list(form.excluded_payment_method_types) ?? [];
  return (Object.keys(methods) as MethodType[]).filter((type) => {
    const { canCaptureManually, currencies } = methods[type];
    return (
      (named?.includes(type) ?? true) &&
      !excluded.includes(type) &&
      (currencies?.includes(String(form.currency)) ?? true) &&
      (canCaptureManually || form.capture_method !== "manual")
    );
  });
};

/** Methods that are requested to capture manually but cannot. */
export const impossibleCaptures = (form: Record<string, unknown>): readonly string[] => {
  const named = form.capture_method === "manual" ? (list(form.payment_method_types) ?? []) : [];
  return [...named, ...manualMethodsOf(form)].filter(
    (type) => methods[type as MethodType]?.canCaptureManually === false,
  );
};

/** Methods whose options request manual capture. */
export const manualMethodsOf = (form: Record<string, unknown>): readonly string[] =>
  Object.entries((form.payment_method_options ?? {}) as Record<string, { capture_method?: string }>)
    .filter(([, { capture_method }]) => capture_method === "manual")
    .map(([type]) => type);

/** docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, in Stripe's smallest currency units. */
const leastAmounts: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
};
/** docs.stripe.com/currencies#three-decimal: the last digit of an amount has to be 0. */
const withoutThousandths: ReadonlySet<string> = new Set(["bhd", "jod", "kwd", "omr", "tnd"]);
export const isUnevenAmount = (amount: number, currency: string): boolean =>
  withoutThousandths.has(currency) && amount % 10 !== 0;

export const leastAmount = (currency: string): number => leastAmounts[currency] ?? 50;
