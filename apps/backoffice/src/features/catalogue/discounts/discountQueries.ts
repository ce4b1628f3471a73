import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  maxTrialCodes,
  maxTrialQuantity,
  readDiscountChoices,
  tryDiscounts,
} from "@foyer/contract/office/catalogue/discountTrial.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { callOffice } from "../../../shared/call.ts";

/** As many letters as a code can have. */
const maxCodeLength = 35;

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

/** Whether a cart can have so many tickets of a type. */
export const isQuantity = (typed: string): boolean => /^[1-9]\d{0,2}$/.test(typed) && Number(typed) <= maxTrialQuantity;
const isMoney = (typed: string): boolean => /^(?:0|[1-9]\d{0,11})(?:\.\d{1,3})?$/.test(typed);
/** Whether a buyer can choose a price; an empty field takes the type's own. */
export const isChosenPrice = (typed: string): boolean => typed === "" || isMoney(typed);
export const codesOf = (typed: string): readonly string[] => typed.split(/[\s,;]+/).filter((code) => code !== "");
/** Whether a cart takes these codes. */
export const areCodes = (typed: string): boolean =>
  codesOf(typed).length <= maxTrialCodes && codesOf(typed).every((code) => code.length <= maxCodeLength);

/** Whether every field that is filled in is valid: a price without the others would be a wrong one. */
export const isWhole = ({ lines, codes }: TypedCart): boolean =>
  areCodes(codes) &&
  lines.every(({ type, quantity, price }) => type === "" || (isQuantity(quantity) && isChosenPrice(price)));

/** The body of a trial; undefined while a field is empty or not valid. */
const bodyOf = (cart: TypedCart) => {
  const { lines, day, bought_on, codes, level } = cart;
  const whole = lines.filter(({ type }) => type !== "");
  if (whole.length === 0 || day === "" || !isWhole(cart)) return undefined;
  return {
    day,
    bought_on: bought_on === "" ? null : bought_on,
    level: level === "" ? null : level,
    codes: [...codesOf(codes)],
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
