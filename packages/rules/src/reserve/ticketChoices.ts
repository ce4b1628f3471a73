import type { EventTemplate, TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import { isVisit } from "../catalog/handlers.ts";
import { flexiblePriceProblem, type PriceProblem } from "./prices/flexiblePrice.ts";
import { feesOf, sumOfFees, type Fees } from "../pricing/fees.ts";
import type { SelectedTicket } from "../catalog/messageRules.ts";
import { fromDecimal, type Minor } from "../values/money.ts";
import { groupLimit, minQuantity, maxQuantity, type LimitReason } from "./quantities.ts";

/** Quantities by ticket type id. */
export type Quantities = Readonly<Record<string, number>>;
/** Entered flexible prices, by ticket type id. */
export type EnteredPrices = Readonly<Record<string, string>>;

export type TypeChoice = {
  readonly type: TicketType;
  readonly quantity: number;
  readonly min: number;
  readonly max: number;
  /** The bounds of a flexible price; null for a fixed price. */
  readonly flexible: { readonly min: string; readonly max: string } | null;
  /** Why `max` is the maximum, and the value of that limit. Absent without such a limit. */
  readonly limit?: TicketLimit;
  /** For tickets for members: how many more their membership allows. */
  readonly allowance?: number;
};
export type TicketLimit = { readonly reason: LimitReason | "member"; readonly count: number };
export type GroupChoice = {
  readonly group: TicketGroup;
  readonly soldOut: boolean;
  /** The group's minimum per order, if it applies to the sum of its types and the cart does not satisfy it already. */
  readonly least?: number;
  readonly types: readonly TypeChoice[];
};

/** A ticket type with its group. */
export type TypeInGroup = { readonly group: TicketGroup; readonly type: TicketType };
/**
 * The number of a type that memberships allow in addition to the selected tickets; undefined if it is not only for members.
 */
export type MemberLimits = (
  wanted: TypeInGroup,
  chosen: readonly (TypeInGroup & { readonly quantity: number })[],
) => number | undefined;

/** The maximum number of an event's tickets per order, and how many of them the cart already holds. */
export type EventLimit = { readonly most: number; readonly inCart: number };

export type TicketChoicesInput = {
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  /** Tickets that can be added in the session (`leftToAdd`); null if there are 100 or more, or no session is selected. */
  readonly sessionLeft: number | null;
  readonly quantities: Quantities;
  /** Tickets already in the cart, by group id: the limit per order and the group's places left include them. */
  readonly inCart: Readonly<Record<string, number>>;
  /** The event's limit per order across its groups; absent without one. */
  readonly eventLimit?: EventLimit | undefined;
  /** The member's limits, once loaded. */
  readonly memberLimits?: MemberLimits | undefined;
};

/** The event's limit per order, given the lines of the cart; undefined if it has none. */
export const eventLimitOf = (
  event: Pick<EventTemplate, "id" | "meta"> | undefined,
  lines: readonly { readonly event_template_id: string; readonly types: readonly { readonly count: number }[] }[],
): EventLimit | undefined => {
  const most = event?.meta.max_tickets_per_order;
  if (most === undefined) return undefined;
  const own = lines.filter((line) => line.event_template_id === event?.id).flatMap(({ types }) => types);
  return { most, inCart: own.reduce((sum, { count }) => sum + count, 0) };
};

/** The choices by group: each type with its minimum and maximum, given the other selected tickets. */
export const ticketChoices = ({
  groups,
  types,
  sessionLeft,
  quantities,
  inCart,
  eventLimit,
  memberLimits,
}: TicketChoicesInput): readonly GroupChoice[] => {
  const sold = types.filter((type) => type.available).toSorted((one, other) => one._rank - other._rank);
  const typesOf = (group: TicketGroup) => sold.filter((type) => type.ticket_group_id === group.id);
  const chosenIn = (group: TicketGroup) => typesOf(group).reduce((sum, type) => sum + (quantities[type.id] ?? 0), 0);
  const countIn = (some: readonly TicketGroup[]) => some.reduce((sum, group) => sum + chosenIn(group), 0);
  const selectedCount = countIn(groups.filter((group) => !group.exclude_from_event_capacity));
  const leftOfEvent = eventLimit ? eventLimit.most - eventLimit.inCart - countIn(groups) : Infinity;
  const chosenOfAll = memberLimits
    ? groups.flatMap((group) => typesOf(group).map((type) => ({ group, type, quantity: quantities[type.id] ?? 0 })))
    : [];

  return membersFirst(groups).map((group) => {
    const own = typesOf(group);
    const held = inCart[group.id] ?? 0;
    const chosen = chosenIn(group);
    const countOfOthers = group.exclude_from_event_capacity ? 0 : selectedCount - chosen;
    const { limit, reason } = groupLimit(
      {
        ...group,
        ...groupCapacity(group, held),
        max_tickets_per_order: remainingLimit(group.max_tickets_per_order, held),
      },
      { session: (sessionLeft ?? Infinity) - countOfOthers, event: Math.max(0, leftOfEvent + chosen) },
    );
    const counts = {
      order: group.max_tickets_per_order,
      event: eventLimit?.most ?? 0,
      group: Math.max(0, (group.left ?? 0) - held),
      session: sessionLeft ?? 0,
    };
    const least = Math.max(1, group.min_tickets_per_order - held);
    return {
      group,
      soldOut: isSoldOut(group) || own.length === 0,
      ...(own.length > 1 && least > 1 && { least }),
      types: own.map((type) => {
        const quantity = quantities[type.id] ?? 0;
        const max = maxQuantity(limit, chosen - quantity);
        const allowed = memberLimits?.({ group, type }, chosenOfAll);
        return {
          type,
          quantity,
          min: minQuantity(least, own.length),
          max: Math.min(max, allowed ?? max),
          flexible: flexibleRange(type),
          ...(allowed !== undefined && allowed < max
            ? { limit: { reason: "member" as const, count: allowed } }
            : reason && { limit: { reason, count: counts[reason] } }),
          ...(allowed !== undefined && { allowance: Math.max(0, allowed - quantity) }),
        };
      }),
    };
  });
};

const isSoldOut = ({ sold_out, left }: TicketGroup): boolean => sold_out || left === 0;

/** Tickets for members are listed first if there are any: only members see them. */
const membersFirst = (groups: readonly TicketGroup[]): readonly TicketGroup[] => {
  const isFirst = (group: TicketGroup) =>
    group.hidden_type === "public_member_only" && isVisit(group) && !isSoldOut(group);
  return [...groups.filter(isFirst), ...groups.filter((group) => !isFirst(group))];
};

/** The API gives the number left, which includes the cart's own tickets, so it is treated as a capacity that they use. */
const groupCapacity = ({ left }: TicketGroup, held: number) => ({
  capacity: left ?? -1,
  oversell_capacity: 0,
  used_capacity: held,
});
const remainingLimit = (limit: number, held: number): number => (limit < 0 ? limit : Math.max(0, limit - held));

const flexibleRange = ({ currency_amount_min: min, currency_amount_max: max }: TicketType) =>
  min !== null && max !== null ? { min, max } : null;

/** Clamps quantities to the limits and drops unavailable types. */
export const clampQuantities = (input: Omit<TicketChoicesInput, "quantities">, wanted: Quantities): Quantities =>
  Object.entries(wanted).reduce<Quantities>((kept, [id, quantity]) => {
    const choice = ticketChoices({ ...input, quantities: kept })
      .flatMap((group) => (group.soldOut ? [] : group.types))
      .find(({ type }) => type.id === id);
    if (!choice || choice.max < choice.min) return kept;
    const fits = quantity <= 0 ? 0 : Math.max(choice.min, Math.min(quantity, choice.max));
    return fits === 0 ? kept : { ...kept, [id]: fits };
  }, {});

/** The preselection: the minimum of the only type of the only group. */
export const defaultQuantities = (groups: readonly TicketGroup[], types: readonly TicketType[]): Quantities => {
  const sold = types.filter((type) => type.available && groups.some((group) => group.id === type.ticket_group_id));
  const [group, type] = [groups[0], sold[0]];
  if (groups.length !== 1 || sold.length !== 1 || !group || !type || flexibleRange(type)) return {};
  return { [type.id]: minQuantity(group.min_tickets_per_order, 1) };
};

/** The selected tickets, for message rules. */
export const selectedTickets = (choices: readonly GroupChoice[]): readonly SelectedTicket[] =>
  choices.flatMap(({ group, types }) =>
    types
      .filter(({ quantity }) => quantity > 0)
      .map(({ type, quantity }) => ({
        ticket_type_id: type.id,
        ticket_group_id: group.id,
        type_name: type.name,
        group_name: group.name,
        quantity,
      })),
  );

/** The number of tickets by group id. */
export const countByGroup = (
  types: readonly { readonly ticket_group_id: string; readonly count: number }[],
): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { ticket_group_id, count } of types) counts[ticket_group_id] = (counts[ticket_group_id] ?? 0) + count;
  return counts;
};

/** The initial amount of a flexible price: the seller's suggestion. */
export const suggestedPrices = (types: readonly TicketType[]): EnteredPrices =>
  Object.fromEntries(types.filter(flexibleRange).map(({ id, currency_amount }) => [id, currency_amount]));

type Bounds = { readonly min: string; readonly max: string };

/**
 * Why an entered price is refused. `range`: it is out of bounds, no number, or has more decimals than the currency.
 */
export const priceProblem = (
  flexible: Bounds,
  typed: string | undefined,
  currency: string,
): PriceProblem | undefined => {
  const amount = fromDecimal((typed ?? "").trim(), currency);
  const [min, max] = [fromDecimal(flexible.min, currency), fromDecimal(flexible.max, currency)];
  if (amount === undefined || min === undefined || max === undefined) return "range";
  return flexiblePriceProblem(amount, { min, max }, currency);
};

/** Is an entered price invalid? */
export const isInvalidPrice = (flexible: Bounds, typed: string | undefined, currency: string): boolean =>
  priceProblem(flexible, typed, currency) !== undefined;

/** The price of one ticket before fees; 0 if a flexible price is not entered yet. */
const chosenPrice = ({ type, flexible }: TypeChoice, prices: EnteredPrices, currency: string): Minor =>
  Math.max(0, fromDecimal(flexible ? (prices[type.id] ?? "").trim() : type.discounted_amount, currency) ?? 0);

/** A seller's currency, and the step to which percentages of its amounts are rounded (`sellerAmountStep`). */
export type Coins = { readonly currency: string; readonly step: Minor };

/** The outside fees of one ticket at this price, in minor units. */
const splitFees = (type: Pick<TicketType, "outside_fees">, price: Minor, { currency, step }: Coins): Fees =>
  type.outside_fees
    .map((fee) =>
      feesOf(
        price,
        // A percentage such as '2.5' has up to two decimals, which make basis points.
        "fee_percent_outside" in fee
          ? { fee_fixed_outside: 0, fee_percent_outside: fromDecimal(fee.fee, "USD") ?? 0 }
          : { fee_fixed_outside: fromDecimal(fee.fee, currency) ?? 0, fee_percent_outside: 0 },
        step,
      ),
    )
    .reduce((sum, fees) => addFees(sum, fees, 1), { fixed: 0, percent: 0 });

const addFees = (sum: Fees, one: Fees, count: number): Fees => ({
  fixed: sum.fixed + one.fixed * count,
  percent: sum.percent + one.percent * count,
});

/** The outside fees of one ticket at this price as one sum. */
export const ticketFees = (type: Pick<TicketType, "outside_fees">, price: Minor, coins: Coins): Minor =>
  sumOfFees(splitFees(type, price, coins));

export type SelectionLine = {
  readonly ticket_type_id: string;
  readonly name: string;
  readonly quantity: number;
  /** The price of all of them, before fees. */
  readonly price: Minor;
};

/** The selected tickets with their prices, in the order of the form. */
export const selectionLines = (
  choices: readonly GroupChoice[],
  prices: EnteredPrices,
  currency: string,
): readonly SelectionLine[] =>
  choices
    .flatMap((choice) => choice.types)
    .filter(({ quantity }) => quantity > 0)
    .map((choice) => ({
      ticket_type_id: choice.type.id,
      name: choice.type.name,
      quantity: choice.quantity,
      price: chosenPrice(choice, prices, currency) * choice.quantity,
    }));

export type SelectionTotal = {
  readonly count: number;
  readonly price: Minor;
  readonly fees: Fees;
  readonly total: Minor;
};

export const nothingSelected: SelectionTotal = { count: 0, price: 0, fees: { fixed: 0, percent: 0 }, total: 0 };

/** The total of the selection; the server's cart is authoritative. */
export const selectionTotal = (choices: readonly GroupChoice[], prices: EnteredPrices, coins: Coins): SelectionTotal =>
  choices
    .flatMap((choice) => choice.types)
    .reduce((sum, choice) => {
      const each = chosenPrice(choice, prices, coins.currency);
      const price = each * choice.quantity;
      const fees = splitFees(choice.type, each, coins);
      return {
        count: sum.count + choice.quantity,
        price: sum.price + price,
        fees: addFees(sum.fees, fees, choice.quantity),
        total: sum.total + price + sumOfFees(fees) * choice.quantity,
      };
    }, nothingSelected);
