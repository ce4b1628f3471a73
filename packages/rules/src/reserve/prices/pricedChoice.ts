import type { Priced } from "../pickerDays.ts";

/**
 * The prices of the current choice: of the session, of the day, or of all days. A choice without prices, such as a day
 * whose sessions are all sold out, is treated as if that step were not chosen yet.
 */
export const pricedChoice = <Day extends Priced & { readonly date: string }>({
  days,
  day,
  session,
}: {
  readonly days: readonly Day[];
  readonly day: string | undefined;
  readonly session: Priced | undefined;
}): readonly Priced[] =>
  [session ? [session] : [], days.filter(({ date }) => date === day)].find((chosen) => chosen.some(hasPrice)) ?? days;

const hasPrice = ({ min_price, primary_price }: Priced): boolean => (primary_price ?? min_price) !== null;
