import type { CalendarDate, getCalendar, priceCalendar } from "@foyer/contract/sessions.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { basketFits } from "@foyer/rules/basket.ts";
import { calendarDays, type CalendarDay, type DatedSession } from "@foyer/rules/calendar.ts";
import { saidLeft } from "@foyer/rules/capacity.ts";
import { toWire } from "@foyer/rules/money.ts";
import { basketPrice, lowestPrice } from "@foyer/rules/prices.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { isSoldOn, readBasket } from "./basket.ts";
import { idsOf, namedPricesIn, namedTypes, sayNamed } from "./namedPrices.ts";
import { earlier, readOffer, soldOut, type Offer } from "./offer.ts";
import { leftIn } from "./replies.ts";
import { dayRows, sessionRows, type SessionRow } from "./sessions.sql.ts";

/** Types that one calendar may be asked for (document 2 §9). */
const mostTypes = 10;
/** More sessions than a year of one every ten minutes: a bound, not a page. */
const mostSessions = 60_000;

const sayDay = (ask: Ask, { date, sessions, left, lowest, named }: CalendarDay): CalendarDate => ({
  date,
  status: sessions > 0 ? "available" : "sold_out",
  min_price: lowest ? toWire(lowest.price, ask.seller.default_currency_code) : null,
  min_price_fees: { outside: toWire(lowest?.fees ?? 0, ask.seller.default_currency_code) },
  ...sayNamed(ask, named),
  left: sessions > 0 ? saidLeft(left) : 0,
  sessions,
});

/** Days by looking at every session: where prices kept with the sessions do not answer the question. */
const daysOf = async (
  ask: Ask,
  offer: Offer,
  before: string,
  look: (row: SessionRow) => Pick<DatedSession, "open" | "price" | "named">,
): Promise<CalendarDay[]> => {
  const rows = await sessionRows(ask, offer.event.id, {
    before,
    pricesOf: [...offer.timedTypes.map(({ id }) => id), ...idsOf(namedTypes(offer))],
    limit: mostSessions,
  });
  return calendarDays(rows.map((row) => ({ local_day: row.local_day, left: leftIn(row), ...look(row) })));
};

/** The days of an event, with the lowest price on each. */
export const readCalendar = async (
  ask: Ask,
  sent: Received<typeof getCalendar>,
): Promise<Reply<typeof getCalendar>> => {
  const offer = await readOffer(ask, sent.event_template_id, { groups: sent["ticket_group_id._in"] });
  const before = earlier(offer.before, sent["start_datetime._lt"]);
  if (offer.timed.length === 0) return { calendar: { _data: [] } };
  const named = namedTypes(offer);
  const allGone = soldOut(offer, Infinity);
  const days =
    offer.keptPricesHold && !allGone
      ? await keptDays(ask, offer, before)
      : await daysOf(ask, offer, before, (row) => ({
          open: !soldOut(offer, leftIn(row)),
          price: lowestPrice(offer.timedTypes, row.own_prices),
          named: namedPricesIn(named, row.own_prices),
        }));
  return { calendar: { _data: days.map((day) => sayDay(ask, day)) } };
};

const keptDays = async (ask: Ask, offer: Offer, before: string): Promise<CalendarDay[]> => {
  const named = namedTypes(offer);
  const rows = await dayRows(ask, offer.event.id, before, { roomless: !soldOut(offer, 0), pricesOf: named });
  return rows.map(({ date, sessions, room, min_price, min_price_fees, primary_price, secondary_price }) => ({
    date,
    sessions,
    left: room ?? Infinity,
    lowest: min_price === null ? undefined : { price: min_price, fees: min_price_fees ?? 0 },
    named: {
      ...(named.primary_price !== undefined && { primary_price }),
      ...(named.secondary_price !== undefined && { secondary_price }),
    },
  }));
};

/** The days on which a basket can be had, at its lowest price on each. */
export const readPricedCalendar = async (
  ask: Ask,
  sent: Received<typeof priceCalendar>,
): Promise<Reply<typeof priceCalendar>> => {
  const types = new Set(sent.ticket_types_required.map(({ ticket_type_id }) => ticket_type_id));
  if (types.size > mostTypes)
    throw new Refused({
      code: "validation_failed",
      context: "event_calendar",
      description: "You can only select up to 10 different types of tickets.",
      extra: { max: mostTypes },
    });
  const { offer, basket } = await readBasket(ask, sent.event_template_id, sent.ticket_types_required, "event_calendar");
  const days = await daysOf(ask, offer, earlier(offer.before, sent["start_datetime._lt"]), (row) => ({
    open: basketFits(basket, leftIn(row)) && isSoldOn(offer, basket, row.local_day),
    price: basketPrice(basket, row.own_prices),
  }));
  return { calendar: { _data: days.map((day) => sayDay(ask, day)) } };
};
