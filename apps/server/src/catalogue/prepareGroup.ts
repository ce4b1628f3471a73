import type { Day } from "@foyer/contract/basics.ts";
import type { IdentityForm } from "@foyer/contract/identityForm.ts";
import type { SurveySpec } from "@foyer/contract/survey.ts";
import { identityMistakes } from "@foyer/rules/identityFields.ts";
import type { PartyRule } from "@foyer/rules/membershipLevel.ts";
import { exponentOf, fromWire, type Minor } from "@foyer/rules/money.ts";
import { planMistake, type PlanShare } from "@foyer/rules/paymentPlan.ts";
import { surveyMistakes } from "@foyer/rules/surveyForm.ts";
import { cleanHtml } from "../http/cleanHtml.ts";
import { resolveMoment } from "./dates.ts";
import type { TicketGroup, TicketType } from "./formatEvents.ts";
import { sayTwins, type Book } from "./book.ts";
import { sayLevel, wholeRule } from "./prepareMemberships.ts";
import type { Path } from "./problems.ts";

export type PreparedType = {
  readonly key: string;
  readonly path: Path;
  readonly name: string;
  readonly summary: string | null;
  readonly description: string | null;
  readonly currency_amount: Minor;
  readonly currency_amount_min: Minor | null;
  readonly currency_amount_max: Minor | null;
  readonly fee_fixed_outside: Minor;
  /** Basis points. */
  readonly fee_percent_outside: number;
  readonly available: boolean;
  readonly member_event_ticket_type: string | null;
  readonly role: string | null;
  readonly membership_rule: PartyRule | null;
};

export type PreparedGroup = {
  readonly key: string;
  readonly path: Path;
  readonly payment_plan: readonly PlanShare[] | null;
  readonly group: Omit<TicketGroup, "key" | "types">;
  readonly start_policy_date: string | null;
  readonly sales_start: string | null;
  readonly sales_end: string | null;
  readonly types: readonly PreparedType[];
};

type At = {
  readonly path: Path;
  /** The event's key. */
  readonly event: string;
  readonly timezone: string;
  readonly today: Day;
};

export const prepareGroup = (book: Book, written: TicketGroup, { path, event, timezone, today }: At): PreparedGroup => {
  const { say } = book;
  const { key, types, ...group } = written;
  const moment = (field: "start_policy_date" | "sales_start" | "sales_end"): string | null => {
    const text = group[field];
    if (text === undefined) return null;
    const found = resolveMoment(text, today, timezone);
    if (!found) say([...path, field], "is no day of the calendar");
    return found ?? null;
  };
  const [sales_start, sales_end, start_policy_date] = [
    moment("sales_start"),
    moment("sales_end"),
    moment("start_policy_date"),
  ];
  if (sales_start && sales_end && sales_end <= sales_start) say([...path, "sales_end"], "is not after sales_start");
  if (Boolean(group.start_policy) !== Boolean(group.start_policy_date))
    say([...path, "start_policy"], "needs start_policy_date, and the other way round");
  const { min_tickets_per_order: least = 1, max_tickets_per_order: most = -1 } = group;
  if (most >= 0 && least > most)
    say([...path, "min_tickets_per_order"], `is more than max_tickets_per_order (${most})`);
  const payment_plan = group.payment_plan?.map(({ percent, due_days = 0 }) => ({
    basis_points: basisPoints(percent),
    due_days,
  }));
  const mistake = payment_plan && planMistake(payment_plan);
  if (mistake) say([...path, "payment_plan"], mistake);
  saySurvey(group.additional_info_spec, [...path, "additional_info_spec"], say);
  sayIdentityForm(group.meta?.extra_checkout_fields, [...path, "meta", "extra_checkout_fields"], say);
  sayIdentityForm(group.meta?.identity_form, [...path, "meta", "identity_form"], say);
  sayTwins(types, [...path, "types"], say);
  sayLevel(book, written, path, event);
  return {
    key,
    path,
    payment_plan: payment_plan ?? null,
    group: { ...group, description: group.description && cleanHtml(group.description) },
    start_policy_date,
    sales_start,
    sales_end,
    types: types.map((type, index) => prepareType(book, type, [...path, "types", index])),
  };
};

const prepareType = ({ catalogue, say }: Book, type: TicketType, path: Path): PreparedType => {
  const money = moneyIn(catalogue.seller.currency, say);
  const currency_amount = money(type.price, [...path, "price"]);
  const [min, max] = [type.price_min, type.price_max];
  if ((min === undefined) !== (max === undefined))
    say([...path, min === undefined ? "price_min" : "price_max"], "is missing: a flexible price has both");
  const least = min === undefined ? null : money(min, [...path, "price_min"]);
  const most = max === undefined ? null : money(max, [...path, "price_max"]);
  if (least !== null && most !== null) {
    if (most < least) say([...path, "price_max"], `is less than price_min (${min})`);
    else if (currency_amount < least || currency_amount > most)
      say([...path, "price"], `lies outside price_min and price_max (${min} to ${max})`);
  }
  return {
    key: type.key,
    path,
    name: type.name,
    summary: type.summary ?? null,
    description: type.description === undefined ? null : cleanHtml(type.description),
    currency_amount,
    currency_amount_min: least,
    currency_amount_max: most,
    fee_fixed_outside: type.fees?.fixed === undefined ? 0 : money(type.fees.fixed, [...path, "fees", "fixed"]),
    fee_percent_outside: basisPoints(type.fees?.percent ?? "0"),
    available: type.available ?? true,
    member_event_ticket_type: type.member_event_ticket_type ?? null,
    role: type.role ?? null,
    membership_rule: type.membership_rule ? wholeRule(type.membership_rule) : null,
  };
};

/** Amounts as written, in minor units; says those that the currency cannot hold. */
export const moneyIn =
  (currency: string, say: Book["say"]) =>
  (amount: string, path: Path): Minor => {
    const minor = fromWire(amount, currency);
    if (minor === undefined) say(path, `has more decimals than ${currency} (${exponentOf(currency)})`);
    return minor ?? 0;
  };

/** '2.5' → 250 */
export const basisPoints = (percent: string): number => {
  const [whole = "0", fraction = ""] = percent.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
};

/** What is wrong with a survey is said where it stands. */
export const saySurvey = (spec: SurveySpec | undefined, path: Path, say: Book["say"]): void => {
  for (const { path: within, mistake } of spec ? surveyMistakes(spec) : []) say([...path, ...within], mistake);
};

/** The same for what a purchaser is asked. */
export const sayIdentityForm = (form: IdentityForm | undefined, path: Path, say: Book["say"]): void => {
  for (const { path: within, mistake } of form ? identityMistakes(form) : []) say([...path, ...within], mistake);
};
