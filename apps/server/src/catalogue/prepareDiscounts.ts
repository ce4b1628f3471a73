import { resolveDay, resolveMoment } from "./dates.ts";
import { sayTwins, type Book } from "./book.ts";
import type { Discount } from "./formatDiscounts.ts";
import { basisPoints, moneyIn } from "./prepareGroup.ts";
import { prepareScope, type PreparedScope } from "./prepareRules.ts";
import type { Path } from "./problems.ts";

export type PreparedDiscount = {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  /** Keys of groups of codes. */
  readonly codes: readonly string[];
  readonly benefit: { readonly percent: number } | { readonly amount: number } | { readonly price: number };
  readonly per: "ticket" | "cart";
  readonly scopes: readonly PreparedScope[];
  readonly min_tickets: number;
  readonly max_tickets: number;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly visit_from: string | null;
  readonly visit_until: string | null;
  readonly stacking: "alone" | "with_others";
};

/** What the seller takes off, in the order in which it is taken. Moments and days are of the seller's own clocks. */
export const prepareDiscounts = (book: Book): PreparedDiscount[] => {
  const { discounts = [] } = book.catalogue;
  sayTwins(discounts, ["discounts"], book.say);
  return discounts.map((discount, index) => prepareDiscount(book, discount, ["discounts", index]));
};

const prepareDiscount = (book: Book, discount: Discount, path: Path): PreparedDiscount => {
  const { say, catalogue } = book;
  const { key, name, description = null, codes = [], per = "ticket", stacking = "alone" } = discount;
  codes.forEach((group, index) => {
    if (!catalogue.codes?.some((one) => one.key === group))
      say([...path, "codes", index], `names no group of codes: '${group}'`);
  });
  const { min_tickets = 1, max_tickets } = discount;
  if (min_tickets === 0) say([...path, "min_tickets"], "is at least 1");
  if (max_tickets === 0) say([...path, "max_tickets"], "is at least 1; leave it out for all");
  return {
    key,
    name,
    description,
    codes,
    benefit: benefitOf(book, discount, path),
    per,
    scopes: (discount.for ?? []).map((scope, index) => prepareScope(book, scope, [...path, "for", index])),
    min_tickets: Math.max(1, min_tickets),
    max_tickets: max_tickets === undefined || max_tickets === 0 ? -1 : max_tickets,
    ...windowsOf(book, discount, path),
    stacking,
  };
};

const benefitOf = (
  { catalogue, say }: Book,
  { percent, amount, price }: Discount,
  path: Path,
): PreparedDiscount["benefit"] => {
  if ([percent, amount, price].filter((one) => one !== undefined).length !== 1)
    say(path, "says exactly one of percent, amount and price");
  const money = moneyIn(catalogue.seller.currency, say);
  if (amount !== undefined) {
    const off = money(amount, [...path, "amount"]);
    if (off === 0) say([...path, "amount"], "takes nothing off");
    return { amount: off };
  }
  return price === undefined ? { percent: basisPoints(percent ?? "0") } : { price: money(price, [...path, "price"]) };
};

const windowsOf = (
  { catalogue, todayIn, say }: Book,
  { visits, ...discount }: Discount,
  path: Path,
): Pick<PreparedDiscount, "valid_from" | "valid_to" | "visit_from" | "visit_until"> => {
  const { timezone } = catalogue.seller;
  const today = todayIn(timezone);
  const told = (text: string | undefined, found: string | undefined, at: Path): string | null => {
    if (text !== undefined && found === undefined) say(at, "is no day of the calendar");
    return found ?? null;
  };
  const moment = (field: "valid_from" | "valid_to") => {
    const text = discount[field];
    return told(text, text && resolveMoment(text, today, timezone), [...path, field]);
  };
  const day = (field: "from" | "until") => {
    const text = visits?.[field];
    return told(text, text && resolveDay(text, today), [...path, "visits", field]);
  };
  const [valid_from, valid_to] = [moment("valid_from"), moment("valid_to")];
  const [visit_from, visit_until] = [day("from"), day("until")];
  if (valid_from && valid_to && valid_to <= valid_from) say([...path, "valid_to"], "is not after valid_from");
  if (visit_from && visit_until && visit_until < visit_from) say([...path, "visits", "until"], "is before from");
  return { valid_from, valid_to, visit_from, visit_until };
};
