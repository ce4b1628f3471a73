/** A card as typed so far. */
export type TestCard = { readonly number: string; readonly expiry: string; readonly cvc: string };
export type CardProblem = "number_incomplete" | "expiry_incomplete" | "expiry_past" | "cvc_incomplete";

export const emptyCard: TestCard = { number: "", expiry: "", cvc: "" };

export const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** '4242 4242 4242 4242' */
export const formatCardNumber = (text: string): string =>
  digitsOf(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");

/** '1234' → '12 / 34'; '5' → '05 / '. */
export const formatExpiry = (text: string): string => {
  const typed = digitsOf(text);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  return digits.length < 3 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
};

/** In the format of the API: '12/34'. */
export const toWireExpiry = (expiry: string): string => {
  const digits = digitsOf(expiry);
  return `${digits.slice(0, 2)}/${digits.slice(2)}`;
};

/** Problems of a card that are found without a request. `month` is the current one: '2026-11'. */
export const findCardProblems = (
  { number, expiry, cvc }: TestCard,
  month: string,
): Partial<Record<keyof TestCard, CardProblem>> => {
  const length = digitsOf(number).length;
  const [, mm, yy] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(digitsOf(expiry)) ?? [];
  const isPast = `20${yy}-${mm}` < month;
  return {
    ...(length < 12 || length > 19 ? { number: "number_incomplete" } : {}),
    ...(mm === undefined ? { expiry: "expiry_incomplete" } : isPast ? { expiry: "expiry_past" } : {}),
    ...(/^\d{3,4}$/.test(cvc.trim()) ? {} : { cvc: "cvc_incomplete" }),
  };
};
