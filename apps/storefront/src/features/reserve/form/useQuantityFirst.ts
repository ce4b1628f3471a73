import { useEffect, useEffectEvent, useReducer } from "react";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import {
  selectionTotal,
  ticketChoices,
  selectedTickets,
  countByGroup,
  eventLimitOf,
  clampQuantities,
  suggestedPrices,
  type Quantities,
} from "@foyer/rules/reserve/ticketChoices.ts";
import {
  firstMissingQuantityStep,
  quantityFirstReducer,
  initialQuantityFirst,
  type QuantityFirstAction,
} from "@foyer/rules/reserve/quantityFirst.ts";
import { needsNoSession } from "@foyer/rules/catalog/handlers.ts";
import { leftToAdd } from "@foyer/rules/reserve/leftToAdd.ts";
import { linkedTickets, ticketProblems } from "@foyer/rules/reserve/reserveQuery.ts";
import { listedSessions } from "@foyer/rules/reserve/sessionPicker.ts";
import { Refused } from "../../../api/call.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { pricedCalendarQuery, pricedSessionsQuery } from "../queries/deferred.queries.ts";
import { useUrlSync } from "./useUrlSync.ts";
import { compareWithCart, useRefetchWithCart, useReserveContext, messageRulesOf } from "./useReserveContext.ts";
import { useMemberLimits } from "../queries/useMemberLimits.ts";
import { withQuantity, type QuantityFirstFormState } from "./reserveFormState.ts";
import { useDeferredText } from "../text/useDeferredText.ts";
import { useQuantityFirstTime } from "./useQuantityFirstTime.ts";
import type { TicketQuantity } from "@foyer/contract/shop/sessions.ts";

/** The form that asks for the tickets first and then shows the dates on which all of them are available. */
export const useQuantityFirst = (event: EventReply, slug: string): QuantityFirstFormState => {
  const context = useReserveContext(event, slug);
  const coins = useCoins();
  useRefetchWithCart(context.eventLink.event_template_id);
  const { seller, client, cart, search, timezone, today, query, setQuery, template, eventLink } = context;
  const [state, dispatch] = useReducer(quantityFirstReducer, query, initialQuantityFirst);
  const flexible = context.groups.filter(needsNoSession);
  const dated = context.groups.filter((group) => !needsNoSession(group));
  const isFlexible = state.mode === "flexible" || dated.length === 0;
  const groups = isFlexible ? flexible : dated;
  const typesOfEvent = event.ticket_type?._data ?? [];
  const link = linkedTickets(query, typesOfEvent);
  const lines = cart?.lines ?? [];
  // No day is chosen yet: a member's remaining allowance for a day is reflected in the days on offer.
  const memberLimits = useMemberLimits({ event: template, groups, event_session_id: undefined, cart });
  const inCart = countByGroup(lines.flatMap((line) => line.types));
  const limits = { inCart, eventLimit: eventLimitOf(template, lines), memberLimits };
  const quantities = clampQuantities(
    { groups, types: typesOfEvent, sessionLeft: null, ...limits },
    state.quantities ?? link.quantities,
  );
  const wanted = wantedTickets(quantities);
  const isFound = state.hasConfirmedTickets && !isFlexible && wanted.length > 0;

  const time = useQuantityFirstTime(context, state, { wanted, isFound });
  const { calendar, days, day, daySessions, session, detail } = time;
  const sessionTypes = new Map(
    (session === undefined ? [] : (detail.data?.ticket_type?._data ?? [])).map((type) => [type.id, type]),
  );
  const types = typesOfEvent.map((type) => sessionTypes.get(type.id) ?? type);

  const prices = { ...suggestedPrices(types), ...link.prices, ...state.prices };
  const sessionLeft = leftToAdd(session, lines, groups);
  const choices = ticketChoices({ groups, types, sessionLeft, quantities, ...limits });
  const { act, clearReserveFlag } = useUrlSync<QuantityFirstAction>(search, today, (action) => {
    if (action.type === "navigated") setQuery(action.query);
    dispatch(action);
  });

  useCalendarRefusal(isFound ? calendar.error : null, (text) => act({ type: "calendar refused", text }));

  const mode = isFlexible ? "flexible" : "date";
  const ofTickets = ticketProblems(link, state.quantities ? undefined : quantities);
  return {
    eventLink,
    timezone,
    mode,
    days,
    day,
    sessions: daySessions && listedSessions(daySessions, template?.config.hide_sold_out_sessions ?? false),
    session,
    choices,
    prices,
    chosen: selectedTickets(choices),
    basket: selectionTotal(choices, prices, coins),
    rules: messageRulesOf(event),
    // A selection has one price in each session.
    hasSeveralPrices: false,
    hasFlexible: flexible.length > 0,
    hasDated: dated.length > 0,
    isVisit: true,
    notice: isFound || state.notice ? time.notice : undefined,
    missing: firstMissingQuantityStep(
      { mode, hasConfirmedTickets: isFound, day, session },
      choices,
      prices,
      seller.default_currency_code,
    ),
    linkMode: query.reserve,
    linkProblems: [...new Set([...query.problems, ...ofTickets])],
    isLinkResolved:
      !isFound ||
      (days !== undefined &&
        time.isLinkedSessionKnown &&
        (day === undefined || daySessions !== undefined) &&
        (session === undefined || detail.data !== undefined)),
    ...compareWithCart(cart, template, {
      session,
      known: daySessions,
      padding: seller.web.conflict_padding_minutes,
      isAddOn: context.isAddOn,
    }),
    hasFailed: time.hasFailed,
    act,
    clearReserveFlag,
    choose: (ticket_type_id, quantity) =>
      act({ type: "quantities chosen", quantities: withQuantity(quantities, ticket_type_id, quantity) }),
    refetch: {
      sessions: (day) =>
        client.fetchQuery({ ...pricedSessionsQuery(eventLink, day, wanted), staleTime: 0 }).then(time.atVisit),
      days: () => client.fetchQuery({ ...pricedCalendarQuery(eventLink, wanted), staleTime: 0 }),
    },
    isFound,
    isLoading: isFound && time.isLoading,
    search: () => act({ type: "tickets found", quantities }),
  };
};

/** The chosen tickets, sorted so that the same selection has the same query key. */
const wantedTickets = (quantities: Quantities): readonly TicketQuantity[] =>
  Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([ticket_type_id, quantity]) => ({ ticket_type_id, quantity }))
    .toSorted((one, other) => (one.ticket_type_id < other.ticket_type_id ? -1 : 1));

/** Notifies the form once when the server refuses the calendar. */
const useCalendarRefusal = (error: unknown, onRefused: (text: string) => void): void => {
  const text = useRefusalText(error);
  const report = useEffectEvent(() => {
    if (text !== undefined) onRefused(text);
  });
  const isRefused = Boolean(error);
  useEffect(() => {
    if (isRefused) report();
  }, [isRefused]);
};

/** The limit on ticket types has its own text; any other refusal shows the server's. */
const useRefusalText = (error: unknown): string | undefined => {
  const t = useDeferredText();
  const shared = useText(sharedStrings);
  if (!error) return undefined;
  if (!(error instanceof Refused) || error.status >= 500) return failureText(shared);
  return error.key === "validation_failed:event_calendar" ? t("reserve.too_many_types") : error.description;
};
