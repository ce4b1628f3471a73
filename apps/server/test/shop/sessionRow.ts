import type { Insertable } from "kysely";
import { newId } from "../../src/db/newId.ts";
import type { EventSessionTable } from "../../src/db/schema/events.ts";

/** A session in the venue's local time: days from today, and a time. `prices` overrides the prices of types, by index. */
export type SessionOverrides = Partial<Omit<Insertable<EventSessionTable>, "seller_id" | "event_template_id">> & {
  inDays?: number;
  at?: string;
  minutes?: number;
  prices?: Readonly<Record<number, number>>;
};

/** A type for the price summary of a session; `kept` if it is publicly visible. */
export type PricedType = {
  readonly id: string;
  readonly currency_amount: number;
  readonly fee_fixed_outside: number;
  readonly fee_percent_outside: number;
  readonly isListed: boolean;
};

type SessionEvent = {
  readonly seller_id: string;
  readonly event_template_id: string;
  readonly timezone: string;
  readonly priced: readonly PricedType[];
};

/** The row of a session, and its overriding prices. */
export const sessionRow = (
  { inDays = 7, at: time = "10:00", minutes = 60, prices = {}, ...session }: SessionOverrides,
  { seller_id, event_template_id, timezone, priced }: SessionEvent,
) => {
  const start = session.start_datetime
    ? Temporal.Instant.from(session.start_datetime).toZonedDateTimeISO(timezone)
    : Temporal.Now.plainDateISO(timezone).add({ days: inDays }).toPlainDateTime(time).toZonedDateTime(timezone);
  const end = session.end_datetime
    ? Temporal.Instant.from(session.end_datetime).toZonedDateTimeISO(timezone)
    : start.add({ minutes });
  const lowest = lowestPrice(priced, prices);
  const row = {
    capacity: 50,
    min_price: lowest?.amount ?? null,
    min_price_fees: lowest?.fees ?? 0,
    local_day: start.toPlainDate().toString(),
    local_start: start.toPlainTime().toString({ smallestUnit: "minute" }),
    local_end: end.toPlainTime().toString({ smallestUnit: "minute" }),
    ...session,
    id: session.id ?? newId(),
    start_datetime: start.toInstant().toString(),
    end_datetime: end.toInstant().toString(),
    seller_id,
    event_template_id,
  };
  const ownPrices = priced.flatMap((type, index) =>
    prices[index] === undefined ? [] : [{ ticket_type_id: type.id, amount: prices[index] }],
  );
  return { row, own: ownPrices };
};

/** The price summary as an import stores it: the lowest public price and its fees. */
const lowestPrice = (priced: readonly PricedType[], prices: Readonly<Record<number, number>>) =>
  priced
    .map((type, index) => ({ ...type, amount: prices[index] ?? type.currency_amount }))
    .filter((type) => type.isListed)
    .map(({ amount, fee_fixed_outside, fee_percent_outside }) => ({
      amount,
      fees: amount === 0 ? 0 : fee_fixed_outside + Math.round((amount * fee_percent_outside) / 10_000),
    }))
    .toSorted((one, other) => one.amount - other.amount || one.fees - other.fees)[0];
