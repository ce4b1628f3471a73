import type { CounterOffer, CounterType, readCounter } from "@foyer/contract/office/money/counter.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { isAllDay, isPast } from "@foyer/rules/catalog/allDay.ts";
import { roomLeft } from "@foyer/rules/catalog/capacity.ts";
import {
  grantsAdmission,
  handlersWhere,
  hasSeats,
  isMembership,
  isVisit,
  needsNoSession,
  needsSession,
} from "@foyer/rules/catalog/handlers.ts";
import { isOnSale } from "@foyer/rules/catalog/saleWindow.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { needsVoucher } from "@foyer/rules/forms/cityPass.ts";
import { groupAttendeeFields } from "@foyer/rules/forms/attendees.ts";
import { benefitName, isForMembers } from "@foyer/rules/membership/memberTerms.ts";
import { counterExemptions } from "@foyer/rules/sale/counterExemptions.ts";
import { ticketPrice, type SessionPrices } from "@foyer/rules/pricing/prices.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import {
  counterSessions,
  counterTypes,
  nextCounterDay,
  type CounterSessionRow,
  type CounterTypeRow,
} from "./counter.sql.ts";
import { memberBenefits, type MemberBenefits } from "./members/memberBenefits.ts";

/** Handlers of tickets that admit to a visit, without numbered seats, which are chosen on a map. */
const handlers = handlersWhere((group) => grantsAdmission(group) && !isMembership(group) && !hasSeats(group));
const sessionless = handlersWhere(({ handler }) => needsNoSession({ handler, start_policy: null }));
const maxOffers = 300;
/** The maximum number of tickets of one type that one call can sell. */
const maxOfType = 100;

/**
 * What can be sold on a day, to anybody or to a given member. The hold checks again; nothing is offered here that it would
 * refuse.
 */
export const readCounterDay = async (
  ctx: StaffContext,
  { day: wanted, membership_id }: StaffReceived<typeof readCounter>,
): Promise<StaffReply<typeof readCounter>> => {
  const { db, seller, now } = ctx;
  const today = todayAt(now, seller.timezone);
  const day = wanted ?? today;
  const currency = seller.default_currency_code;
  const forMembers = membership_id !== undefined;
  const rows = await counterSessions(db, seller.id, { day, limit: maxOffers, forMembers });
  const sessions = rows.filter(
    ({ event_type, names_start, ...span }) => !isPast(span, { event_type, names_start: names_start ?? false }, now),
  );
  const event_ids = [...new Set(sessions.map(({ event_template_id }) => event_template_id))];
  const types = (await counterTypes(db, seller.id, { event_ids, handlers, sessionless, forMembers })).filter(
    (type) => (counterExemptions(type).sales_window || isOnSale(type, now)) && isForCounter(type, seller),
  );
  const byEvent = Map.groupBy(types, ({ event_template_id }) => event_template_id);
  const member = forMembers ? await memberBenefits(ctx, membership_id, [...byEvent.keys()]) : undefined;
  const of = { currency, step: sellerAmountStep(seller), member };
  const inSessions = sessions.flatMap((session) =>
    presentOffer(byEvent.get(session.event_template_id)?.filter(needsSession) ?? [], session, of),
  );
  const withoutSession = [...byEvent.values()].flatMap((all) =>
    presentOffer(
      all.filter((type) => !needsSession(type)),
      undefined,
      of,
    ),
  );
  return {
    day,
    is_today: day === today,
    currency,
    offers: [...inSessions, ...withoutSession].slice(0, maxOffers),
    next_day: inSessions.length > 0 ? null : await nextCounterDay(db, seller.id, { day, forMembers }),
  };
};

/** City-pass vouchers are typed on the web, and add-ons have to be bought in one cart with their admission. */
const isForCounter = (type: CounterTypeRow, { web }: StaffContext["seller"]): boolean =>
  !needsVoucher(type, type.event_config, web) && type.event_meta.requires_anchor !== true;

type OfferFor = { readonly currency: string; readonly step: Minor; readonly member: MemberBenefits | undefined };

const presentOffer = (
  all: readonly CounterTypeRow[],
  session: CounterSessionRow | undefined,
  { currency, step, member }: OfferFor,
): CounterOffer[] => {
  const [one] = all;
  const visit = one && { ...one, local_day: session?.local_day ?? null };
  const types = all.filter((type) => !isMemberType(type) || (visit && member?.allows(visit, type)));
  const [first] = types;
  if (!first || !visit) return [];
  const left = session ? roomLeft(session) : Infinity;
  const charged = { own: session?.own ?? null, step, currency };
  const fields = types.map((type) => groupAttendeeFields(type, type.event_meta));
  return [
    {
      event_template_id: first.event_template_id,
      event: first.event,
      session: session ? presentTimes(session) : null,
      left: limitOrNull(left),
      order_limit: first.event_meta.max_tickets_per_order ?? null,
      price: toDecimal(lowestOfCounter(types, charged), currency),
      types: types.map((type) => presentType(type, charged)),
      asks: {
        names: fields.some(({ names }) => names === "required"),
        emails: fields.some(({ emails }) => emails === "required"),
      },
      allowances: [...(member?.left(visit) ?? [])],
    },
  ];
};

const isMemberType = (type: CounterTypeRow): boolean => isForMembers(type, { hidden_type: type.event_hidden_type });

const presentTimes = (session: CounterSessionRow): CounterOffer["session"] => {
  const { id, start_datetime, end_datetime, timezone, event_type, names_start } = session;
  return {
    id,
    start_datetime,
    end_datetime,
    timezone,
    all_day: isAllDay({ start_datetime, end_datetime }, { event_type, names_start: names_start ?? false }),
  };
};

const chargedAt = (type: CounterTypeRow, { own, step }: Omit<Charged, "currency">): number => {
  const { price, fees } = ticketPrice(type, own, step);
  return price + fees;
};

/** The lowest price of visits, if there are any: an audio guide is not the price of a visit. */
const lowestOfCounter = (types: readonly CounterTypeRow[], at: Omit<Charged, "currency">): number => {
  const visits = types.filter((type) => !type.exclude_from_event_capacity);
  const prices = (visits.length > 0 ? visits : types).map((type) => chargedAt(type, at));
  const paid = prices.filter((price) => price > 0);
  return paid.length > 0 ? Math.min(...paid) : 0;
};

type Charged = { readonly own: SessionPrices; readonly step: Minor; readonly currency: string };

const limitOrNull = (limit: number): number | null => (Number.isFinite(limit) ? limit : null);

const presentType = (type: CounterTypeRow, charged: Charged): CounterType => {
  const isLimited = counterExemptions(type).order_limits !== true;
  return {
    ticket_type_id: type.id,
    ticket_group_id: type.ticket_group_id,
    name: type.name,
    group: type.group,
    price: toDecimal(chargedAt(type, charged), charged.currency),
    max: maxOfType,
    group_limits: {
      order: isLimited && type.max_tickets_per_order >= 0 ? type.max_tickets_per_order : null,
      left: limitOrNull(roomLeft(type)),
    },
    counts_towards: { event: isLimited, session: !type.exclude_from_event_capacity },
    benefit: isMemberType(type) && isVisit(type) ? benefitName(type) : null,
  };
};
