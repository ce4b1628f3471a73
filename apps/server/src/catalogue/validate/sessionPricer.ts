import type { Day } from "@foyer/contract/basics.ts";
import { lowestPrice } from "@foyer/rules/pricing/prices.ts";
import type { Minor } from "@foyer/rules/values/money.ts";
import { defaultHandler } from "@foyer/contract/handlers.ts";
import { pricesSessions } from "@foyer/rules/catalog/handlers.ts";
import type { PriceRule } from "../format/schedule.ts";
import type { ValidationContext } from "./validationContext.ts";
import { parsePayable, payableStepOf } from "./money.ts";
import type { PreparedGroup, PreparedType } from "./prepareGroup.ts";
import type { Path } from "../format/problems.ts";
import type { ScheduledSession } from "@foyer/rules/schedule/scheduledSession.ts";
import { noDaysMessage } from "@foyer/rules/schedule/relativeDates.ts";
import { priceRuleMatcher } from "@foyer/rules/schedule/priceRules.ts";

export type PricedSession = Omit<ScheduledSession, "prices" | "at" | "entry" | "clock"> & {
  /** Prices that differ from the type's own, by 'group/type'. */
  readonly amounts: ReadonlyMap<string, Minor>;
  readonly min_price: Minor | null;
  readonly min_price_fees: Minor;
};

type PricingInput = {
  readonly rules: readonly PriceRule[];
  readonly groups: readonly PreparedGroup[];
  readonly today: Day;
  readonly path: Path;
};

type TypeInGroup = { readonly type: PreparedType; readonly group: PreparedGroup };

/** Whether the type's price is offered to everyone, so that it can count as the session's lowest price. */
const isPublicPrice = ({ type, group: { group } }: TypeInGroup): boolean =>
  type.available &&
  group.available !== false &&
  !group.exclude_from_event_capacity &&
  (group.hidden_type ?? "public_browsable") === "public_browsable" &&
  pricesSessions({ handler: group.handler ?? defaultHandler });

/** Prices a session: its own price for the type, else that of the first matching rule, else the type's price. */
export const sessionPricer = (
  context: ValidationContext,
  { rules, groups, today, path }: PricingInput,
): ((session: ScheduledSession) => PricedSession) => {
  const { addProblem } = context;
  const money = parsePayable(context);
  const types: ReadonlyMap<string, TypeInGroup> = new Map(
    groups.flatMap((group) => group.types.map((type) => [`${group.key}/${type.key}`, { type, group }] as const)),
  );
  const amountOf = (key: string, written: string, at: Path): Minor | undefined => {
    const found = types.get(key);
    if (!found) addProblem(at, `this event has no type '${key}'`);
    const amount = money(written, at);
    if (found && isOutsideBounds(amount, found.type)) addProblem(at, `is outside price_min and price_max of ${key}`);
    return found && amount;
  };

  const resolvedRules = rules.flatMap(({ when, amounts }, index) => {
    const applies = priceRuleMatcher(when, today);
    if (!applies) addProblem([...path, index, "when", "days"], noDaysMessage);
    const { from, until } = when.time ?? {};
    if (from !== undefined && until !== undefined && until <= from)
      addProblem([...path, index, "when", "time", "until"], "is not after from");
    const pricedTypes = Object.entries(amounts).flatMap(([key, written]) => {
      const amount = amountOf(key, written, [...path, index, "amounts", key]);
      return amount === undefined ? [] : [[key, amount] as const];
    });
    return applies ? [{ applies, amounts: new Map(pricedTypes) }] : [];
  });
  const browsable = [...types].filter(([, priced]) => isPublicPrice(priced)).map(([id, { type }]) => ({ ...type, id }));
  const step = payableStepOf(context.catalogue.seller);
  const defaultLowest = lowestPrice(browsable, null, step);

  return ({ prices, at: _at, entry: _entry, clock: _clock, ...session }) => {
    const sessionPrices = Object.entries(prices).flatMap(([key, written]) =>
      types.has(key) ? [[key, amountOf(key, written, [...session.path, "prices", key]) ?? 0] as const] : [],
    );
    const priceSources = [
      new Map(sessionPrices),
      ...resolvedRules.filter(({ applies }) => applies(session)).map(({ amounts }) => amounts),
    ];
    const amounts = new Map<string, Minor>();
    for (const [key, { type }] of types) {
      const amount = priceSources.find((list) => list.has(key))?.get(key);
      if (amount !== undefined && amount !== type.currency_amount) amounts.set(key, amount);
    }
    const lowest = amounts.size === 0 ? defaultLowest : lowestPrice(browsable, Object.fromEntries(amounts), step);
    return { ...session, amounts, min_price: lowest?.price ?? null, min_price_fees: lowest?.fees ?? 0 };
  };
};

const isOutsideBounds = (
  amount: Minor,
  { currency_amount_min: min, currency_amount_max: max }: PreparedType,
): boolean => min !== null && max !== null && (amount < min || amount > max);
