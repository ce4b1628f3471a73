import { resolveRelativeDay } from "@foyer/rules/schedule/relativeDates.ts";
import { checkUniqueKeys, type ValidationContext } from "./validationContext.ts";
import type { CatalogueDiscount } from "../format/discounts.ts";
import { basisPoints, parsePayable } from "./money.ts";
import { prepareMoment } from "./prepareMoment.ts";
import { prepareScope, type PreparedScope } from "./prepareRules.ts";
import type { Path } from "../format/problems.ts";

export type PreparedDiscount = {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  /** Keys of code groups. */
  readonly codes: readonly string[];
  /** `percent` in hundredths of a percent, `amount` and `price` in minor units. */
  readonly benefit: { readonly percent: number } | { readonly amount: number } | { readonly price: number };
  readonly per: "ticket" | "cart";
  readonly scopes: readonly PreparedScope[];
  readonly min_tickets: number;
  /** -1: unlimited. */
  readonly max_tickets: number;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly visit_from: string | null;
  readonly visit_until: string | null;
  readonly stacking: "alone" | "with_others";
};

/** The discounts in order of application. Times and days are in the seller's time zone. */
export const prepareDiscounts = (context: ValidationContext): PreparedDiscount[] => {
  const { discounts = [] } = context.catalogue;
  checkUniqueKeys(discounts, ["discounts"], context.addProblem);
  return discounts.map((discount, index) => prepareDiscount(context, discount, ["discounts", index]));
};

const prepareDiscount = (context: ValidationContext, discount: CatalogueDiscount, path: Path): PreparedDiscount => {
  const { addProblem, catalogue } = context;
  const { key, name, description = null, codes = [], per = "ticket", stacking = "alone" } = discount;
  codes.forEach((group, index) => {
    if (!catalogue.codes?.some((one) => one.key === group))
      addProblem([...path, "codes", index], `there is no group of codes '${group}'`);
  });
  const { min_tickets = 1, max_tickets } = discount;
  if (min_tickets === 0) addProblem([...path, "min_tickets"], "must be at least 1");
  if (max_tickets === 0) addProblem([...path, "max_tickets"], "must be at least 1; leave it out for all");
  return {
    key,
    name,
    description,
    codes,
    benefit: prepareBenefit(context, discount, path),
    per,
    scopes: (discount.for ?? []).map((scope, index) => prepareScope(context, scope, [...path, "for", index])),
    min_tickets: Math.max(1, min_tickets),
    max_tickets: max_tickets === undefined || max_tickets === 0 ? -1 : max_tickets,
    ...prepareValidity(context, discount, path),
    stacking,
  };
};

const prepareBenefit = (
  context: ValidationContext,
  { percent, amount, price }: CatalogueDiscount,
  path: Path,
): PreparedDiscount["benefit"] => {
  const { addProblem } = context;
  if ([percent, amount, price].filter((value) => value !== undefined).length !== 1)
    addProblem(path, "needs exactly one of percent, amount and price");
  const money = parsePayable(context);
  if (amount !== undefined) {
    const off = money(amount, [...path, "amount"]);
    if (off === 0) addProblem([...path, "amount"], "must be above 0");
    return { amount: off };
  }
  if (price !== undefined) return { price: money(price, [...path, "price"]) };
  return { percent: basisPoints(percent ?? "0") };
};

const prepareValidity = (
  context: ValidationContext,
  { visits, ...discount }: CatalogueDiscount,
  path: Path,
): Pick<PreparedDiscount, "valid_from" | "valid_to" | "visit_from" | "visit_until"> => {
  const { addProblem } = context;
  const { timezone } = context.catalogue.seller;
  const today = context.todayIn(timezone);
  const checkDay = (text: string | undefined, found: string | undefined, at: Path): string | null => {
    if (text !== undefined && found === undefined) addProblem(at, "is not a day in the calendar");
    return found ?? null;
  };
  const moment = (field: "valid_from" | "valid_to") =>
    prepareMoment(context, discount[field], { today, zone: timezone, path: [...path, field] });
  const day = (field: "from" | "until") => {
    const text = visits?.[field];
    return checkDay(text, text && resolveRelativeDay(text, today), [...path, "visits", field]);
  };
  const [valid_from, valid_to] = [moment("valid_from"), moment("valid_to")];
  const [visit_from, visit_until] = [day("from"), day("until")];
  if (valid_from && valid_to && valid_to <= valid_from) addProblem([...path, "valid_to"], "is not after valid_from");
  if (visit_from && visit_until && visit_until < visit_from) addProblem([...path, "visits", "until"], "is before from");
  return { valid_from, valid_to, visit_from, visit_until };
};
