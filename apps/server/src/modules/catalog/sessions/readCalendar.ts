import type { CalendarDate, getCalendar, priceCalendar } from "@foyer/contract/shop/sessions.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { basketFits } from "@foyer/rules/catalog/basketFits.ts";
import { calendarDays, type CalendarDay, type CalendarSession } from "@foyer/rules/catalog/calendarDays.ts";
import { shownLeft } from "@foyer/rules/catalog/capacity.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { basketPrice, lowestPrice } from "@foyer/rules/pricing/prices.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { isSoldOn, readBasket } from "../offer/readBasket.ts";
import { readHeldPlaces } from "../offer/readHeldPlaces.ts";
import {
  displayPriceTypeIds,
  displayPricesIn,
  displayPriceTypes,
  presentDisplayPrices,
} from "../offer/displayPrices.ts";
import { earlierOf, readOffer, isOfferSoldOut, type Offer } from "../offer/readOffer.ts";
import { roomLeftIn } from "../events/presenters.ts";
import { dayRows, sessionRows, type SessionRow } from "./sessions.sql.ts";

/** The maximum number of types in a calendar request. */
const maxTypes = 10;
/** A safety limit, not a page: more than one session every ten minutes for a year. */
const maxSessions = 60_000;

const presentDay = (ctx: RequestContext, { date, sessions, left, lowest, named }: CalendarDay): CalendarDate => ({
  date,
  status: sessions > 0 ? "available" : "sold_out",
  min_price: lowest ? toDecimal(lowest.price, ctx.seller.default_currency_code) : null,
  min_price_fees: { outside: toDecimal(lowest?.fees ?? 0, ctx.seller.default_currency_code) },
  ...presentDisplayPrices(ctx, named),
  left: sessions > 0 ? shownLeft(left) : 0,
  sessions,
});

/** Computes days from every session, for offers to which the stored prices do not apply. */
const computeDays = async (
  ctx: RequestContext,
  offer: Offer,
  before: string,
  evaluate: (row: SessionRow) => Pick<CalendarSession, "open" | "price" | "named">,
): Promise<CalendarDay[]> => {
  const rows = await sessionRows(ctx, offer.event.id, {
    before,
    priceTypeIds: [...offer.timedTypes.map(({ id }) => id), ...displayPriceTypeIds(displayPriceTypes(offer))],
    limit: maxSessions,
  });
  return calendarDays(rows.map((row) => ({ local_day: row.local_day, left: roomLeftIn(row), ...evaluate(row) })));
};

/** The days of an event with the lowest price on each. */
export const readCalendar = async (
  ctx: RequestContext,
  sent: Received<typeof getCalendar>,
): Promise<Reply<typeof getCalendar>> => {
  const offer = await readOffer(ctx, sent.event_template_id, { groups: sent["ticket_group_id._in"] });
  const before = earlierOf(offer.calendarEnd, sent["start_datetime._lt"]);
  if (offer.timed.length === 0) return { calendar: { _data: [] } };
  const displayTypes = displayPriceTypes(offer);
  const isSoldOut = isOfferSoldOut(offer, Infinity);
  const step = sellerAmountStep(ctx.seller);
  const days =
    offer.usesStoredPrices && !isSoldOut
      ? await storedPriceDays(ctx, offer, before)
      : await computeDays(ctx, offer, before, (row) => ({
          open: !isOfferSoldOut(offer, roomLeftIn(row)),
          price: lowestPrice(offer.timedTypes, row.own_prices, step),
          named: displayPricesIn(displayTypes, row.own_prices),
        }));
  return { calendar: { _data: days.map((day) => presentDay(ctx, day)) } };
};

const storedPriceDays = async (ctx: RequestContext, offer: Offer, before: string): Promise<CalendarDay[]> => {
  const displayTypes = displayPriceTypes(offer);
  const rows = await dayRows(ctx, offer.event.id, before, {
    includesFull: !isOfferSoldOut(offer, 0),
    displayTypes,
  });
  return rows.map(({ date, sessions, room, min_price, min_price_fees, primary_price, secondary_price }) => ({
    date,
    sessions,
    left: room ?? Infinity,
    lowest: min_price === null ? undefined : { price: min_price, fees: min_price_fees ?? 0 },
    named: {
      ...(displayTypes.primary_price !== undefined && { primary_price }),
      ...(displayTypes.secondary_price !== undefined && { secondary_price }),
    },
  }));
};

/** The days on which a basket is available beside what the visitor's cart holds, with its lowest price on each. */
export const readPricedCalendar = async (
  ctx: RequestContext,
  sent: Received<typeof priceCalendar>,
): Promise<Reply<typeof priceCalendar>> => {
  const types = new Set(sent.ticket_types_required.map(({ ticket_type_id }) => ticket_type_id));
  if (types.size > maxTypes)
    throw new Refused({
      code: "validation_failed",
      context: "event_calendar",
      description: "You can only select up to 10 different types of tickets.",
      extra: { fields: ["ticket_types_required"], max: maxTypes },
    });
  const { offer, basket } = await readBasket(ctx, sent.event_template_id, sent.ticket_types_required, "event_calendar");
  const heldIn = await readHeldPlaces(ctx, offer.event.id);
  const step = sellerAmountStep(ctx.seller);
  const days = await computeDays(ctx, offer, earlierOf(offer.calendarEnd, sent["start_datetime._lt"]), (row) => ({
    open: basketFits(basket, roomLeftIn(row), heldIn(row.id)) && isSoldOn(offer, basket, row.local_day),
    price: basketPrice(basket, row.own_prices, step),
  }));
  return { calendar: { _data: days.map((day) => presentDay(ctx, day)) } };
};
