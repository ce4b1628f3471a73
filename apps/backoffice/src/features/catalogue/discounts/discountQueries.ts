import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { readDiscountChoices, tryDiscounts } from "@foyer/contract/office/catalogue/discountTrial.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { callOffice } from "../../../shared/call.ts";

export type DiscountChoices = StaffReply<typeof readDiscountChoices>;
export type TrialReply = StaffReply<typeof tryDiscounts>;

export const choicesQuery = (slug: string, day: string) =>
  queryOptions({
    queryKey: ["catalogue", slug, "discount_choices", day],
    queryFn: () => callOffice(readDiscountChoices, { day } as never, slug),
    placeholderData: keepPreviousData,
  });

/** A line as typed. */
export type TypedLine = {
  readonly event: string;
  readonly start: string;
  readonly type: string;
  readonly quantity: string;
  readonly price: string;
};

export type TypedCart = {
  readonly lines: readonly TypedLine[];
  readonly day: string;
  readonly bought_on: string;
  readonly codes: string;
  readonly level: string;
};

const isNumber = (typed: string): boolean => /^[1-9]\d{0,2}$/.test(typed);

/** The body of a trial; undefined while a field is empty. */
const bodyOf = ({ lines, day, bought_on, codes, level }: TypedCart) => {
  const whole = lines.filter(({ type, quantity }) => type !== "" && isNumber(quantity));
  if (whole.length === 0 || day === "") return undefined;
  return {
    day,
    bought_on: bought_on === "" ? null : bought_on,
    level: level === "" ? null : level,
    codes: codes
      .split(/[\s,;]+/)
      .filter((code) => code !== "")
      .slice(0, 10),
    lines: whole.map(({ event, start, type, quantity, price }) => ({
      event,
      type,
      start: start === "" ? null : start,
      quantity: Number(quantity),
      price: price === "" ? null : price,
    })),
  };
};

/** The priced cart. It is requested again whenever a draft was saved, which changes the version. */
export const trialQuery = (slug: string, cart: TypedCart, version: number) => {
  const body = bodyOf(cart);
  return queryOptions({
    queryKey: ["catalogue", slug, "discount_trial", version, body],
    queryFn: () => callOffice(tryDiscounts, body as never, slug),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
};
