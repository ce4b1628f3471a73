import type { Handler } from "@foyer/contract/handlers.ts";
import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import { isTaxed } from "@foyer/rules/catalog/handlers.ts";
import type { Day } from "@foyer/contract/basics.ts";
import type { PartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { cardAmountLimits } from "@foyer/rules/checkout/cardAmountLimits.ts";
import { allocate, toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import { paymentPlanError, type PlanShare } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import { cleanHtml } from "../../http/sanitize/cleanHtml.ts";
import type { CatalogueTicketGroup, CatalogueTicketType } from "../format/events.ts";
import { checkIdentityForm, reportSurveyProblems } from "./checkForms.ts";
import { basisPoints, payableStepOf, parsePayable } from "./money.ts";
import { prepareMoment } from "./prepareMoment.ts";
import { checkUniqueKeys, type ValidationContext } from "./validationContext.ts";
import { checkLevel, completeRule } from "./preparePrograms.ts";
import type { Path } from "../format/problems.ts";

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
  readonly tax: TicketTax | null;
  readonly available: boolean;
  readonly member_event_ticket_type: string | null;
  readonly role: string | null;
  readonly membership_rule: PartyRule | null;
};

export type PreparedGroup = {
  readonly key: string;
  readonly path: Path;
  readonly payment_plan: readonly PlanShare[] | null;
  readonly group: Omit<CatalogueTicketGroup, "key" | "types">;
  readonly start_policy_date: string | null;
  readonly sales_start: string | null;
  readonly sales_end: string | null;
  readonly types: readonly PreparedType[];
};

type GroupLocation = {
  readonly path: Path;
  /** The event's key. */
  readonly event: string;
  readonly timezone: string;
  readonly today: Day;
};

export const prepareGroup = (
  context: ValidationContext,
  source: CatalogueTicketGroup,
  { path, event, timezone, today }: GroupLocation,
): PreparedGroup => {
  const { addProblem } = context;
  const { key, types, ...group } = source;
  const moment = (field: "start_policy_date" | "sales_start" | "sales_end"): string | null =>
    prepareMoment(context, group[field], { today, zone: timezone, path: [...path, field] });
  const [sales_start, sales_end, start_policy_date] = [
    moment("sales_start"),
    moment("sales_end"),
    moment("start_policy_date"),
  ];
  if (sales_start && sales_end && sales_end <= sales_start)
    addProblem([...path, "sales_end"], "is not after sales_start");
  if (Boolean(group.start_policy) !== Boolean(group.start_policy_date))
    addProblem([...path, "start_policy"], "needs start_policy_date, and vice versa");
  const { min_tickets_per_order: minTickets = 1, max_tickets_per_order: maxTickets = -1 } = group;
  if (maxTickets >= 0 && minTickets > maxTickets)
    addProblem([...path, "min_tickets_per_order"], `is more than max_tickets_per_order (${maxTickets})`);
  const payment_plan = group.payment_plan?.map(({ percent, due_days = 0 }) => ({
    basis_points: basisPoints(percent),
    due_days,
  }));
  const mistake = payment_plan && paymentPlanError(payment_plan);
  if (mistake) addProblem([...path, "payment_plan"], mistake);
  reportSurveyProblems(group.additional_info_spec, [...path, "additional_info_spec"], addProblem);
  checkIdentityForm(group.meta?.extra_checkout_fields, [...path, "meta", "extra_checkout_fields"], addProblem);
  checkIdentityForm(group.meta?.identity_form, [...path, "meta", "identity_form"], addProblem);
  checkUniqueKeys(types, [...path, "types"], addProblem);
  checkLevel(context, source, path, event);
  const prepared = types.map((type, index) =>
    prepareType(context, type, { path: [...path, "types", index], handler: group.handler ?? "tickets" }),
  );
  if (payment_plan && !mistake) warnAboutUnpayableParts(context, payment_plan, prepared, [...path, "payment_plan"]);
  return {
    key,
    path,
    payment_plan: payment_plan ?? null,
    group: { ...group, description: group.description && cleanHtml(group.description) },
    start_policy_date,
    sales_start,
    sales_end,
    types: prepared,
  };
};

/**
 * Warns about instalments that a card cannot pay: those below its minimum, which cannot be paid by themselves and as the
 * last one not at all.
 */
const warnAboutUnpayableParts = (
  { catalogue, addWarning }: ValidationContext,
  plan: readonly PlanShare[],
  types: readonly PreparedType[],
  path: Path,
): void => {
  const { currency } = catalogue.seller;
  const { min } = cardAmountLimits(currency);
  const step = payableStepOf(catalogue.seller);
  const shares = plan.map(({ basis_points }) => basis_points);
  for (const { name, currency_amount, currency_amount_min } of types) {
    const parts = allocate(currency_amount_min ?? currency_amount, shares, step);
    const least = Math.min(...parts);
    if (parts.some((part) => part > 0) && least < min)
      return addWarning(
        path,
        `has a part of ${toDecimal(least, currency)} for one '${name}', but the least that a card can pay is ${toDecimal(min, currency)}`,
      );
  }
};

const prepareType = (
  context: ValidationContext,
  type: CatalogueTicketType,
  { path, handler }: { readonly path: Path; readonly handler: Handler },
): PreparedType => {
  const { addProblem } = context;
  const money = parsePayable(context);
  const currency_amount = money(type.price, [...path, "price"]);
  const [min, max] = [type.price_min, type.price_max];
  if ((min === undefined) !== (max === undefined))
    addProblem([...path, min === undefined ? "price_min" : "price_max"], "is missing: a flexible price has both");
  const minAmount = min === undefined ? null : money(min, [...path, "price_min"]);
  const maxAmount = max === undefined ? null : money(max, [...path, "price_max"]);
  if (minAmount !== null && maxAmount !== null) {
    if (maxAmount < minAmount) addProblem([...path, "price_max"], `is less than price_min (${min})`);
    else if (currency_amount < minAmount || currency_amount > maxAmount)
      addProblem([...path, "price"], `is outside price_min and price_max (${min} to ${max})`);
  }
  if (type.tax && !isTaxed({ handler }))
    addProblem([...path, "tax"], "does not apply to gift cards and donations, which are not taxed");
  return {
    key: type.key,
    path,
    name: type.name,
    summary: type.summary ?? null,
    description: type.description === undefined ? null : cleanHtml(type.description),
    currency_amount,
    currency_amount_min: minAmount,
    currency_amount_max: maxAmount,
    fee_fixed_outside: type.fees?.fixed === undefined ? 0 : money(type.fees.fixed, [...path, "fees", "fixed"]),
    fee_percent_outside: basisPoints(type.fees?.percent ?? "0"),
    tax: type.tax ? { name: type.tax.name.trim(), percent: Number(type.tax.rate) } : null,
    available: type.available ?? true,
    member_event_ticket_type: type.member_event_ticket_type ?? null,
    role: type.role ?? null,
    membership_rule: type.membership_rule ? completeRule(type.membership_rule) : null,
  };
};
