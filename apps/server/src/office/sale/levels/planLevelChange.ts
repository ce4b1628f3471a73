import type { LevelChoice, LevelQuote } from "@foyer/contract/office/members/changeLevel.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { firstTerm, lastValidDay } from "@foyer/rules/membership/term.ts";
import { daysOfTerm, divideByWeights, levelDifference, placesAtLevel } from "@foyer/rules/membership/levelChange.ts";
import { defaultPartyRule, type PartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { readOrderForChange } from "../../../modules/aftersale/readOrderForChange.ts";
import { membershipNotFound } from "../../../modules/membership/cards/updateCardHolder.ts";
import { findOrder, type OrderRow } from "../../../modules/orders/readOrders.ts";
import { peopleOnLevel, soldLevels, type PersonOnLevel, type SoldLevelRow } from "./levels.sql.ts";

type Desk = Pick<StaffContext, "db" | "seller">;
type PlaceOfLevel = SoldLevelRow & { readonly rule: PartyRule };

/** A membership whose level can be changed today. */
export type ChangeableMembership = {
  readonly holder: PersonOnLevel & { readonly identity_id: string; readonly email: string; readonly valid_to: string };
  readonly party: readonly PersonOnLevel[];
  /** The value of the whole term for all people, in minor units. */
  readonly worth: number;
  readonly order: OrderRow;
  /** The amount of its order that can be refunded. */
  readonly refundable: number;
  readonly now: Temporal.Instant;
};

const refusal = (description: string): Refused =>
  new Refused({ code: "ticket_state_incorrect", context: "membership", description });

/** Refuses a membership that has no end, has not begun, has ended, was renewed, or belongs to no account. */
export const readChangeable = async (ctx: Desk, membership_id: string): Promise<ChangeableMembership> => {
  const party = await peopleOnLevel(ctx.db, ctx.seller.id, membership_id);
  const [holder] = party;
  if (!holder) throw membershipNotFound();
  const { valid_from, valid_to, identity_id, email } = holder;
  const now = Temporal.Instant.from(holder.now);
  if (valid_to === null) throw refusal("This membership has no end, so its level cannot be changed within a term.");
  if (Temporal.Instant.compare(Temporal.Instant.from(valid_from), now) >= 0)
    throw refusal("This term has not begun yet.");
  if (Temporal.Instant.compare(Temporal.Instant.from(valid_to), now) <= 0) throw refusal("This membership has ended.");
  if (party.some(({ is_renewed }) => is_renewed))
    throw refusal("This membership has been renewed. Please cancel the order of its next term first.");
  if (identity_id === null || email === null) throw refusal("This membership does not belong to an account.");
  const order = await findOrder(ctx, holder.ticket_order_id);
  if (!order) throw new Error(`The order of membership ${holder.membership_id} is missing`);
  const { payments, movedToGiftCards } = await readOrderForChange(ctx, order, { actor: "venue", now });
  return {
    holder: { ...holder, identity_id, email, valid_to },
    party,
    worth: party.reduce((sum, { worth }) => sum + Number(worth), 0),
    order,
    refundable: Math.max(0, payments.reduce((sum, { left }) => sum + left, 0) - movedToGiftCards),
    now,
  };
};

const withRule = (row: SoldLevelRow): PlaceOfLevel => {
  const { party_role, named, emailed, min, max } = row;
  const isRuled = party_role !== null && named !== null && emailed !== null && min !== null && max !== null;
  return { ...row, rule: isRuled ? { party_role, named, emailed, min, max } : defaultPartyRule };
};

/** The places of every level other than the current one, by level. */
const otherLevels = async ({ db, seller }: Desk, { ticket_group_id }: PersonOnLevel) =>
  Map.groupBy((await soldLevels(db, seller.id)).map(withRule), ({ level }) => level)
    .entries()
    .filter(([level]) => level !== ticket_group_id);

/** A person's place at the new level. Amounts in minor units. */
export type NewPlace = {
  readonly person: PersonOnLevel;
  readonly type: PlaceOfLevel;
  /** The amount due for the place, and its value for the rest of the term. */
  readonly price: number;
  readonly worth: number;
};

/** A change to one level, with its amounts as of today. */
export type LevelPlan = {
  readonly level: string;
  readonly name: string;
  readonly price: number;
  readonly cost: number;
  readonly due: number;
  readonly back: number;
  readonly places: readonly NewPlace[];
  readonly request: TicketRequest;
};

type Unfit = { readonly level: string; readonly name: string; readonly problem: string };
const isUnfit = (one: LevelPlan | Unfit): one is Unfit => "problem" in one;

const planFor = (
  { seller }: Pick<Desk, "seller">,
  of: ChangeableMembership,
  types: readonly PlaceOfLevel[],
): LevelPlan | Unfit | undefined => {
  const [first] = types;
  if (!first) return undefined;
  const { level, level_name: name, event_template_id } = first;
  const found = placesAtLevel(of.party, types);
  if ("problem" in found) return { level, name, problem: found.problem };
  const zone = of.holder.timezone;
  const { valid_from, valid_to } = firstTerm(first, of.now, zone);
  if (valid_to === null)
    return { level, name, problem: "It has no end, so the price for the rest of a term cannot be calculated." };
  const weights = found.places.map(({ currency_amount }) => Number(currency_amount));
  const price = weights.reduce((sum, amount) => sum + amount, 0);
  const { holder, now, worth, refundable } = of;
  const term = { worth, valid_from: holder.valid_from, valid_to: holder.valid_to };
  const step = sellerAmountStep(seller);
  const { cost, difference } = levelDifference(
    term,
    { price, days: daysOfTerm({ valid_from, valid_to }, zone) },
    { now, zone, step },
  );
  const due = Math.max(0, difference);
  const [prices, worths] = [divideByWeights(due, weights, step), divideByWeights(cost, weights, step)];
  const places = found.places.map((type, nth) => ({
    person: of.party[nth] as PersonOnLevel,
    type,
    price: prices[nth] ?? 0,
    worth: worths[nth] ?? 0,
  }));
  const back = Math.min(Math.max(0, -difference), refundable);
  return { level, name, price, cost, due, back, places, request: requestOf(event_template_id, places) };
};

/** The same people in the form that the level asks for. A person without a name or address gets those of their account. */
const requestOf = (event_template_id: string, places: readonly NewPlace[]): TicketRequest => ({
  event_template_id,
  ticket_types_required: [...Map.groupBy(places, ({ type }) => type.id)].map(([ticket_type_id, all]) => {
    const rule = all[0]?.type.rule ?? defaultPartyRule;
    return {
      ticket_type_id,
      quantity: all.length,
      ...(rule.named !== "no" && { admit_names: all.map(({ person }) => personName(person)) }),
      ...(rule.emailed !== "no" && {
        admit_emails: all.map(({ person: { holder_email, email } }) => holder_email ?? email ?? ""),
      }),
    };
  }),
});

export const personName = ({ holder_name, first_name, last_name }: PersonOnLevel): string =>
  holder_name ?? [first_name, last_name].filter(Boolean).join(" ");

/** A change to a level as of now. Refuses a level that is not sold, and people who do not fit it. */
export const planLevelChange = async (ctx: Desk, of: ChangeableMembership, level: string): Promise<LevelPlan> => {
  const found = [...(await otherLevels(ctx, of.holder))].find(([id]) => id === level);
  const plan = found && planFor(ctx, of, found[1]);
  if (!plan) throw new Refused({ code: "validation_failed", context: "membership", extra: { fields: ["level"] } });
  if (isUnfit(plan)) throw refusal(plan.problem);
  return plan;
};

/** What a change to each level would cost today. */
export const quoteLevels = async (ctx: Desk, membership_id: string): Promise<LevelQuote> => {
  const of = await readChangeable(ctx, membership_id);
  const { holder, party, order, now } = of;
  const currency = ctx.seller.default_currency_code;
  const money = (amount: number): string => toDecimal(amount, currency);
  const zone = holder.timezone;
  const term = { worth: of.worth, valid_from: holder.valid_from, valid_to: holder.valid_to };
  const { days_left, days_of_term, credit } = levelDifference(
    term,
    { price: 0, days: 1 },
    { now, zone, step: sellerAmountStep(ctx.seller) },
  );
  const options = [...(await otherLevels(ctx, holder))].flatMap(([, types]): LevelChoice[] => {
    const plan = planFor(ctx, of, types);
    if (!plan) return [];
    const { level, name } = plan;
    if (isUnfit(plan)) return [{ level, name, problem: plan.problem, price: "0", cost: "0", due: "0", back: "0" }];
    const { price, cost, due, back } = plan;
    return [{ level, name, problem: null, price: money(price), cost: money(cost), due: money(due), back: money(back) }];
  });
  return {
    level: holder.level,
    people: party.map((person) => personName(person) || person.type),
    last_day: lastValidDay(holder, zone) ?? "",
    days_left,
    days_of_term,
    credit: money(credit),
    currency,
    order_number: Number(order.order_number),
    email: holder.email,
    options,
  };
};
