import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer } from "react";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import {
  selectionTotal,
  ticketChoices,
  selectedTickets,
  countByGroup,
  clampQuantities,
} from "@foyer/rules/reserve/ticketChoices.ts";
import {
  firstMissingQuantityStep,
  quantityFirstReducer,
  initialQuantityFirst,
  type QuantityFirstAction,
} from "@foyer/rules/reserve/quantityFirst.ts";
import { resolveDay, resolveSession } from "@foyer/rules/reserve/reserveState.ts";
import { needsNoSession } from "@foyer/rules/catalog/handlers.ts";
import { linkedTickets } from "@foyer/rules/reserve/reserveQuery.ts";
import { listedSessions } from "@foyer/rules/reserve/sessionPicker.ts";
import { Refused } from "../../../api/call.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { pricedCalendarQuery, pricedSessionsQuery } from "../queries/deferred.queries.ts";
import { linkedSessionQuery, sessionQuery } from "../queries/reserve.queries.ts";
import { useUrlSync } from "./useUrlSync.ts";
import { compareWithCart, useReserveContext } from "./useReserveContext.ts";
import { useMemberLimits } from "../queries/useMemberLimits.ts";
import { useVisitWindow } from "../date/useVisitWindow.ts";
import { messageRulesOf, withQuantity, type ReserveFormState } from "./useReserve.ts";
import { useDeferredText } from "../text/useDeferredText.ts";

export type QuantityFirstFormState = Omit<ReserveFormState, "act"> & {
  readonly act: (action: QuantityFirstAction) => void;
  readonly isFound: boolean;
  /** Days, sessions or the session's prices are on their way. */
  readonly isLooking: boolean;
  readonly search: () => void;
};

/** The form that asks first how many come, then shows when they can: the same joining as `useReserve`, in another order. */
export const useQuantityFirst = (event: EventReply, slug: string): QuantityFirstFormState => {
  const {
    seller,
    client,
    cart,
    search,
    today,
    query,
    setQuery,
    template,
    at: eventLink,
    groups: groupsOfEvent,
  } = useReserveContext(event, slug);
  const [decided, dispatch] = useReducer(quantityFirstReducer, query, initialQuantityFirst);
  const flexible = groupsOfEvent.filter(needsNoSession);
  const dated = groupsOfEvent.filter((group) => !needsNoSession(group));
  const isFlexible = decided.mode === "flexible" || dated.length === 0;
  const groups = isFlexible ? flexible : dated;
  const typesOfEvent = event.ticket_type?._data ?? [];
  const link = linkedTickets(query, typesOfEvent);
  const inCart = countByGroup(cart?.lines.flatMap((line) => line.types) ?? []);
  // A day is still to be chosen: what is left to a member on it they are told then, by the days that can be had.
  const memberLimits = useMemberLimits({ event: template, groups, event_session_id: undefined, cart });
  const quantities = clampQuantities(
    { groups, types: typesOfEvent, sessionLeft: null, inCart, memberLimits },
    decided.quantities ?? link.quantities,
  );
  const wanted = Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([ticket_type_id, quantity]) => ({ ticket_type_id, quantity }))
    .toSorted((one, other) => (one.ticket_type_id < other.ticket_type_id ? -1 : 1));
  const isFound = decided.hasConfirmedTickets && !isFlexible && wanted.length > 0;

  const calendar = useQuery({ ...pricedCalendarQuery(eventLink, wanted), enabled: isFound });
  const visitWindow = useVisitWindow(template);
  const days = isFound && calendar.data ? visitWindow.days(calendar.data) : undefined;
  const linked = useQuery({
    ...linkedSessionQuery(eventLink, decided.link, today),
    enabled: isFound && decided.link !== undefined,
  });
  const settled = resolveDay(decided, {
    days,
    linked: linked.data,
    anchorDay: cart?.anchor?.local_day,
    hasFlexible: false,
  });
  const day = isFound && days ? settled.day : undefined;

  const sessionList = useQuery({ ...pricedSessionsQuery(eventLink, day ?? "", wanted), enabled: day !== undefined });
  const daySessions = day === undefined || !sessionList.data ? undefined : visitWindow.sessions(sessionList.data);
  const { session, notice: sessionNotice } = resolveSession(decided, daySessions, linked.data);
  const detail = useQuery({ ...sessionQuery(eventLink, session?.id ?? ""), enabled: session !== undefined });
  const sessionTypes = new Map(
    (session === undefined ? [] : (detail.data?.ticket_type?._data ?? [])).map((type) => [type.id, type]),
  );
  const types = typesOfEvent.map((type) => sessionTypes.get(type.id) ?? type);

  const prices = { ...link.prices, ...decided.prices };
  const choices = ticketChoices({
    groups,
    types,
    sessionLeft: session?.left ?? null,
    quantities,
    inCart,
    memberLimits,
  });
  const { act, clearReserveFlag } = useUrlSync<QuantityFirstAction>(search, today, (action) => {
    if (action.type === "navigated") setQuery(action.query);
    dispatch(action);
  });

  const refusal = useRefusalText(calendar.error);
  const refuse = useEffectEvent(() => {
    if (refusal !== undefined) act({ type: "calendar refused", text: refusal });
  });
  const isRefused = isFound && calendar.isError;
  useEffect(() => {
    if (isRefused) refuse();
  }, [isRefused]);

  const mode = isFlexible ? "flexible" : "date";
  const noTypes = link.missing.length > 0 ? (["types_not_found"] as const) : [];
  return {
    eventLink,
    mode,
    days,
    day,
    sessions: daySessions && listedSessions(daySessions, template?.config.hide_sold_out_sessions ?? false),
    session,
    choices,
    prices,
    chosen: selectedTickets(choices),
    basket: selectionTotal(choices, prices, seller.default_currency_code),
    rules: messageRulesOf(event),
    // What is chosen has one price in a session.
    hasSeveralPrices: false,
    hasFlexible: flexible.length > 0,
    hasDated: dated.length > 0,
    isVisit: true,
    notice: isFound || decided.notice ? (settled.notice ?? sessionNotice) : undefined,
    missing: firstMissingQuantityStep(
      { mode, hasConfirmedTickets: isFound, day, session },
      choices,
      prices,
      seller.default_currency_code,
    ),
    linkMode: query.reserve,
    linkProblems: [...new Set([...query.problems, ...noTypes])],
    isLinkTruncated: Object.entries(link.quantities).some(([type, count]) => quantities[type] !== count),
    isLinkResolved:
      !isFound ||
      (days !== undefined &&
        (decided.link === undefined || linked.data !== undefined) &&
        (day === undefined || daySessions !== undefined) &&
        (session === undefined || detail.data !== undefined)),
    ...compareWithCart(cart, template, { session, known: daySessions, padding: seller.web.conflict_padding_minutes }),
    hasFailed: (day !== undefined && sessionList.isError) || (session !== undefined && detail.isError),
    act,
    clearReserveFlag,
    choose: (ticket_type_id, quantity) =>
      act({ type: "quantities chosen", quantities: withQuantity(quantities, ticket_type_id, quantity) }),
    refetch: {
      sessions: (asked) => client.fetchQuery({ ...pricedSessionsQuery(eventLink, asked, wanted), staleTime: 0 }),
      days: () => client.fetchQuery({ ...pricedCalendarQuery(eventLink, wanted), staleTime: 0 }),
    },
    isFound,
    isLooking:
      isFound &&
      (calendar.isLoading || linked.isLoading || sessionList.isLoading || (session !== undefined && detail.isLoading)),
    search: () => act({ type: "tickets found", quantities }),
  };
};

/** Why there is no calendar: too many types in our own words, any other refusal in the server's (document 2 §8.2). */
const useRefusalText = (error: unknown): string | undefined => {
  const t = useDeferredText();
  const shared = useText(sharedStrings);
  if (!error) return undefined;
  if (!(error instanceof Refused) || error.status >= 500) return shared("error.generic");
  return error.key === "validation_failed:event_calendar" ? t("reserve.too_many_types") : error.description;
};
