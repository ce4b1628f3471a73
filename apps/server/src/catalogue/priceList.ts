import type { Day } from "@foyer/contract/basics.ts";
import { lowestPrice } from "@foyer/rules/prices.ts";
import type { Minor } from "@foyer/rules/money.ts";
import { resolveDays } from "./dates.ts";
import type { PriceRule } from "./formatTimes.ts";
import type { Book } from "./book.ts";
import { moneyIn, type PreparedGroup, type PreparedType } from "./prepareGroup.ts";
import type { Path } from "./problems.ts";
import { inTime, onDays, type WantedSession } from "./schedule.ts";

export type PricedSession = Omit<WantedSession, "prices" | "at"> & {
  /** Prices that differ from the type's own, by 'group/type'. */
  readonly amounts: ReadonlyMap<string, Minor>;
  readonly min_price: Minor | null;
  readonly min_price_fees: Minor;
};

type At = {
  readonly rules: readonly PriceRule[];
  readonly groups: readonly PreparedGroup[];
  readonly today: Day;
  readonly path: Path;
};

/** What everything costs in a session: its own prices first, then the first rule that fits and names the type, then the type's own. */
export const priceList = (
  { catalogue, say }: Book,
  { rules, groups, today, path }: At,
): ((session: WantedSession) => PricedSession) => {
  const money = moneyIn(catalogue.seller.currency, say);
  const types: ReadonlyMap<string, { type: PreparedType; group: PreparedGroup }> = new Map(
    groups.flatMap((group) => group.types.map((type) => [`${group.key}/${type.key}`, { type, group }] as const)),
  );
  const amountOf = (key: string, written: string, at: Path): Minor | undefined => {
    const found = types.get(key);
    if (!found) say(at, `names no type of this event: '${key}'`);
    const amount = money(written, at);
    if (found && isOutside(amount, found.type)) say(at, `lies outside price_min and price_max of ${key}`);
    return found && amount;
  };

  const ready = rules.flatMap(({ when, amounts }, index) => {
    const lies = when.days === undefined ? () => true : resolveDays(when.days, today);
    if (!lies) say([...path, index, "when", "days"], "are no days of the calendar, or end before they begin");
    const named = Object.entries(amounts).flatMap(([key, written]) => {
      const amount = amountOf(key, written, [...path, index, "amounts", key]);
      return amount === undefined ? [] : [[key, amount] as const];
    });
    const [weekday, inside] = [onDays({ on: when.on }), inTime(when.time)];
    const is = (session: WantedSession) =>
      Boolean(lies?.(session.local_day)) && weekday(session.local_day) && inside(session.local_start);
    return [{ is, amounts: new Map(named) }];
  });
  const browsable = [...types]
    .filter(
      ([, { type, group }]) =>
        type.available &&
        group.group.available !== false &&
        !group.group.exclude_from_event_capacity &&
        (group.group.hidden_type ?? "public_browsable") === "public_browsable" &&
        ["tickets", "seated"].includes(group.group.handler ?? "tickets"),
    )
    .map(([key, { type }]) => ({ ...type, id: key }));
  const usual = lowestPrice(browsable, null);

  return ({ prices, at, ...session }) => {
    const own = Object.entries(prices).flatMap(([key, written]) =>
      types.has(key) ? [[key, amountOf(key, written, [...session.path, "prices", key]) ?? 0] as const] : [],
    );
    const fitting = [
      new Map(own),
      ...ready.filter(({ is }) => is({ ...session, prices, at })).map(({ amounts }) => amounts),
    ];
    const amounts = new Map<string, Minor>();
    for (const [key, { type }] of types) {
      const amount = fitting.find((list) => list.has(key))?.get(key);
      if (amount !== undefined && amount !== type.currency_amount) amounts.set(key, amount);
    }
    const lowest = amounts.size === 0 ? usual : lowestPrice(browsable, Object.fromEntries(amounts));
    return { ...session, amounts, min_price: lowest?.price ?? null, min_price_fees: lowest?.fees ?? 0 };
  };
};

const isOutside = (amount: Minor, { currency_amount_min: least, currency_amount_max: most }: PreparedType): boolean =>
  least !== null && most !== null && (amount < least || amount > most);
