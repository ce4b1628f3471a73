import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer } from "react";
import type { EventReply } from "@foyer/contract/catalog.ts";
import { basketOf, choicesOf, chosenOf, countByGroup, fitted } from "@foyer/rules/choosing.ts";
import {
  firstMissingFound,
  quantityFirst,
  quantityFirstBy,
  type QuantityFirstAction,
} from "@foyer/rules/quantityFirst.ts";
import { settleDay, settleSession } from "@foyer/rules/reserveFlow.ts";
import { needsNoSession } from "@foyer/rules/soldGroups.ts";
import { linkedTickets } from "@foyer/rules/reserveQuery.ts";
import { shownSessions } from "@foyer/rules/sessions.ts";
import { Refused } from "../../api/call.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { pricedCalendarQuery, pricedSessionsQuery } from "./later.queries.ts";
import { linkedQuery, sessionQuery } from "./reserve.queries.ts";
import { useAddress } from "./useAddress.ts";
import { besideCart, useEventLink } from "./useEventLink.ts";
import { useMemberLimits } from "./useMemberLimits.ts";
import { useVisitTime } from "./useVisitTime.ts";
import { rulesOf, withQuantity, type Reserve } from "./useReserve.ts";
import { useLaterText } from "./useLaterText.ts";

export type QuantityFirstReserve = Omit<Reserve, "act"> & {
  readonly act: (action: QuantityFirstAction) => void;
  readonly isFound: boolean;
  /** Days, sessions or the session's prices are on their way. */
  readonly isLooking: boolean;
  readonly find: () => void;
};

/** The form that asks first how many come, then shows when they can: the same joining as `useReserve`, in another order. */
export const useQuantityFirst = (event: EventReply, slug: string): QuantityFirstReserve => {
  const {
    seller,
    client,
    cart,
    search,
    today,
    query,
    setQuery,
    template,
    at,
    groups: groupsOfEvent,
  } = useEventLink(event, slug);
  const [decided, dispatch] = useReducer(quantityFirst, query, quantityFirstBy);
  const flexible = groupsOfEvent.filter(needsNoSession);
  const dated = groupsOfEvent.filter((group) => !needsNoSession(group));
  const isFlexible = decided.mode === "flexible" || dated.length === 0;
  const groups = isFlexible ? flexible : dated;
  const typesOfEvent = event.ticket_type?._data ?? [];
  const link = linkedTickets(query, typesOfEvent);
  const inCart = countByGroup(cart?.lines.flatMap((line) => line.types) ?? []);
  // A day is still to be chosen: what is left to a member on it they are told then, by the days that can be had.
  const memberLimits = useMemberLimits({ event: template, groups, event_session_id: undefined, cart });
  const quantities = fitted(
    { groups, types: typesOfEvent, sessionLeft: null, inCart, memberLimits },
    decided.quantities ?? link.quantities,
  );
  const wanted = Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([ticket_type_id, quantity]) => ({ ticket_type_id, quantity }))
    .toSorted((one, other) => (one.ticket_type_id < other.ticket_type_id ? -1 : 1));
  const isFound = decided.isFound && !isFlexible && wanted.length > 0;

  const calendar = useQuery({ ...pricedCalendarQuery(at, wanted), enabled: isFound });
  const inTime = useVisitTime(template);
  const days = isFound && calendar.data ? inTime.days(calendar.data) : undefined;
  const linked = useQuery({ ...linkedQuery(at, decided.link, today), enabled: isFound && decided.link !== undefined });
  const settled = settleDay(decided, {
    days,
    linked: linked.data,
    anchorDay: cart?.anchor?.local_day,
    hasFlexible: false,
  });
  const day = isFound && days ? settled.day : undefined;

  const sessionList = useQuery({ ...pricedSessionsQuery(at, day ?? "", wanted), enabled: day !== undefined });
  const known = day === undefined || !sessionList.data ? undefined : inTime.sessions(sessionList.data);
  const { session, notice: sessionNotice } = settleSession(decided, known, linked.data);
  const detail = useQuery({ ...sessionQuery(at, session?.id ?? ""), enabled: session !== undefined });
  const ownTypes = new Map(
    (session === undefined ? [] : (detail.data?.ticket_type?._data ?? [])).map((type) => [type.id, type]),
  );
  const types = typesOfEvent.map((type) => ownTypes.get(type.id) ?? type);

  const prices = { ...link.prices, ...decided.prices };
  const choices = choicesOf({ groups, types, sessionLeft: session?.left ?? null, quantities, inCart, memberLimits });
  const { act, forgetWish } = useAddress<QuantityFirstAction>(search, today, (action) => {
    if (action.type === "went") setQuery(action.query);
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
    at,
    mode,
    days,
    day,
    sessions: known && shownSessions(known, template?.config.hide_sold_out_sessions ?? false),
    session,
    choices,
    prices,
    chosen: chosenOf(choices),
    basket: basketOf(choices, prices, seller.default_currency_code),
    rules: rulesOf(event),
    // What is chosen has one price in a session.
    hasSeveralPrices: false,
    hasFlexible: flexible.length > 0,
    hasDated: dated.length > 0,
    isVisit: true,
    notice: isFound || decided.notice ? (settled.notice ?? sessionNotice) : undefined,
    missing: firstMissingFound({ mode, isFound, day, session }, choices, prices, seller.default_currency_code),
    linkMode: query.reserve,
    linkProblems: [...new Set([...query.problems, ...noTypes])],
    isCut: Object.entries(link.quantities).some(([type, count]) => quantities[type] !== count),
    isSettled:
      !isFound ||
      (days !== undefined &&
        (decided.link === undefined || linked.data !== undefined) &&
        (day === undefined || known !== undefined) &&
        (session === undefined || detail.data !== undefined)),
    ...besideCart(cart, template, { session, known, padding: seller.web.conflict_padding_minutes }),
    failed: (day !== undefined && sessionList.isError) || (session !== undefined && detail.isError),
    act,
    forgetWish,
    choose: (ticket_type_id, quantity) =>
      act({ type: "quantities chosen", quantities: withQuantity(quantities, ticket_type_id, quantity) }),
    askAgain: {
      sessions: (asked) => client.fetchQuery({ ...pricedSessionsQuery(at, asked, wanted), staleTime: 0 }),
      days: () => client.fetchQuery({ ...pricedCalendarQuery(at, wanted), staleTime: 0 }),
    },
    isFound,
    isLooking:
      isFound &&
      (calendar.isLoading || linked.isLoading || sessionList.isLoading || (session !== undefined && detail.isLoading)),
    find: () => act({ type: "tickets found", quantities }),
  };
};

/** Why there is no calendar: too many types in our own words, any other refusal in the server's (document 2 §8.2). */
const useRefusalText = (error: unknown): string | undefined => {
  const t = useLaterText();
  const shared = useText(sharedStrings);
  if (!error) return undefined;
  if (!(error instanceof Refused) || error.status >= 500) return shared("error.generic");
  return error.key === "validation_failed:event_calendar" ? t("reserve.too_many_types") : error.description;
};
