import type { Priced } from "../pickerDays.ts";

/**
 * The prices of what is chosen so far: of the session, of the day, or of all days. What shows no price, such as a day
 * whose sessions are all sold out, counts like a step that is not chosen yet.
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
