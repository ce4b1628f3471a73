import { useQuery } from "@tanstack/react-query";
import { useReducer } from "react";
import type { EventReply, MessageRule } from "@foyer/contract/catalog.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/sessions.ts";
import type { Basket, GroupChoice, Quantities, TypedPrices } from "@foyer/rules/choosing.ts";
import { hasSeveralPrices } from "@foyer/rules/calendarDays.ts";
import type { Chosen } from "@foyer/rules/messages.ts";
import {
  decidedBy,
  reserveFlow,
  settleDay,
  settleSession,
  type Decided,
  type Missing,
  type Notice,
  type ReserveAction,
} from "@foyer/rules/reserveFlow.ts";
import { linkedTickets, type LinkProblem, type ReserveMode } from "@foyer/rules/reserveQuery.ts";
import { needsNoSession, shownGroups } from "@foyer/rules/soldGroups.ts";
import { shownSessions } from "@foyer/rules/sessions.ts";
import type { EventAt } from "./eventKeys.ts";
import { calendarQuery, linkedQuery, sessionQuery, sessionsQuery } from "./reserve.queries.ts";
import { afterDatePart } from "./parts.ts";
import { useAddress, type Address } from "./useAddress.ts";
import { besideCart, useEventLink } from "./useEventLink.ts";
import { useMemberLimits } from "./useMemberLimits.ts";
import { useVisitTime } from "./useVisitTime.ts";

/** Everything that a reserve form shows and does. */
export type Reserve = Address<ReserveAction> & {
  readonly at: EventAt;
  readonly mode: Decided["mode"];
  readonly days: readonly CalendarDate[] | undefined;
  readonly day: string | undefined;
  readonly sessions: readonly EventSession[] | undefined;
  readonly session: EventSession | undefined;
  /** Undefined while the groups of the session are on their way. */
  readonly choices: readonly GroupChoice[] | undefined;
  readonly prices: TypedPrices;
  readonly chosen: readonly Chosen[];
  /** What is chosen adds up to this; undefined is nothing. */
  readonly basket: Basket | undefined;
  readonly rules: readonly MessageRule[];
  /** Its tickets cost more than one thing: the price of a day or a session is the lowest. */
  readonly hasSeveralPrices: boolean;
  readonly hasFlexible: boolean;
  /** Some of its tickets are for a day and a session. */
  readonly hasDated: boolean;
  /** Its tickets let somebody in, on a day or on any: codes do not. */
  readonly isVisit: boolean;
  readonly notice: Notice | undefined;
  /** The first thing that a reservation still lacks. */
  readonly missing: Missing | undefined;
  /** What the link wants done besides choosing, and what is wrong with it. */
  readonly linkMode: ReserveMode;
  readonly linkProblems: readonly LinkProblem[];
  /** The link names more tickets than can be had. */
  readonly isCut: boolean;
  /** All that the link names has been looked up. */
  readonly isSettled: boolean;
  readonly conflict: string | undefined;
  readonly isAnchored: boolean;
  /** A read that did not come through. */
  readonly failed: boolean;
  readonly choose: (ticket_type_id: string, quantity: number) => void;
  /** Sessions and days as the server has them now. */
  readonly askAgain: {
    readonly sessions: (day: string) => Promise<readonly EventSession[]>;
    readonly days: () => Promise<unknown>;
  };
};

const noRules: readonly MessageRule[] = [];
export const rulesOf = (event: EventReply): readonly MessageRule[] => event.message_rule?._data ?? noRules;

/** Joins what the visitor decided, what the link says and what the server knows. `taken`: a step taken before this form was there. */
export const useReserve = (event: EventReply, slug: string, taken?: ReserveAction): Reserve => {
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
  const [decided, dispatch] = useReducer(reserveFlow, query, () =>
    taken ? reserveFlow(decidedBy(query), taken) : decidedBy(query),
  );
  const flexible = groupsOfEvent.filter(needsNoSession);
  const hasFlexible = flexible.length > 0;
  const hasDated = flexible.length < groupsOfEvent.length;
  const calendar = useQuery({ ...calendarQuery(at), enabled: hasDated });
  const inTime = useVisitTime(template);
  const days = hasDated ? calendar.data && inTime.days(calendar.data) : noDays;
  const linked = useQuery({
    ...linkedQuery(at, decided.link, today),
    enabled: decided.link !== undefined && hasDated,
  });
  const {
    mode,
    day,
    notice: dayNotice,
  } = settleDay(decided, { days, linked: linked.data, anchorDay: cart?.anchor?.local_day, hasFlexible });

  const sessionList = useQuery({ ...sessionsQuery(at, day ?? ""), enabled: day !== undefined });
  const known = day === undefined || !sessionList.data ? undefined : inTime.sessions(sessionList.data);
  const { session, notice: sessionNotice } = settleSession(decided, known, linked.data);

  const detail = useQuery({ ...sessionQuery(at, session?.id ?? ""), enabled: session !== undefined });
  const inSession = session === undefined ? undefined : detail.data;
  const groups =
    mode === "flexible"
      ? flexible
      : shownGroups(inSession?.ticket_group?._data ?? [], query.tg).filter((group) => !needsNoSession(group));
  const types = (mode === "flexible" ? event.ticket_type : inSession?.ticket_type)?._data ?? [];
  const isReady = mode === "flexible" || inSession !== undefined;

  const link = linkedTickets(query, types);
  const isLinked = query.quantity.length > 0 || query.select !== undefined;
  const usual = template?.event_type === "single" && !isLinked ? "usual" : link.quantities;
  const prices = { ...link.prices, ...decided.prices };
  const memberLimits = useMemberLimits({ event: template, groups, event_session_id: session?.id, cart });
  // What counts tickets comes with the step that shows them.
  const tickets = afterDatePart.usePartWhen(isReady)?.ticketsChosen({
    groups,
    types,
    sessionLeft: session?.left ?? null,
    cart,
    memberLimits,
    wanted: decided.quantities ?? usual,
    prices,
    currency: seller.default_currency_code,
  });
  const quantities = tickets?.quantities ?? {};

  const { act, forgetWish } = useAddress<ReserveAction>(search, today, (action) => {
    if (action.type === "went") setQuery(action.query);
    dispatch(action);
  });

  const noTypes = isReady && link.missing.length > 0 ? (["types_not_found"] as const) : [];
  return {
    at,
    mode,
    days,
    day,
    sessions: known && shownSessions(known, template?.config.hide_sold_out_sessions ?? false),
    session,
    choices: tickets?.choices,
    prices,
    chosen: tickets?.chosen ?? nothingChosen,
    basket: tickets?.basket,
    rules: rulesOf(event),
    hasSeveralPrices: hasSeveralPrices(event.ticket_type?._data ?? []),
    hasFlexible,
    hasDated,
    isVisit: groupsOfEvent.some(({ handler }) => handler !== "codes"),
    notice: dayNotice ?? sessionNotice,
    missing:
      mode === "date" && session === undefined
        ? { step: day === undefined ? "date" : "session" }
        : tickets
          ? tickets.missing
          : { step: "tickets" },
    linkMode: query.reserve,
    linkProblems: [...new Set([...query.problems, ...noTypes])],
    isCut:
      tickets !== undefined && Object.entries(link.quantities).some(([type, wanted]) => quantities[type] !== wanted),
    isSettled:
      days !== undefined &&
      (decided.link === undefined || !hasDated || linked.data !== undefined) &&
      (day === undefined || known !== undefined) &&
      (session === undefined || isReady) &&
      (!isReady || tickets !== undefined),
    ...besideCart(cart, template, { session, known, padding: seller.web.conflict_padding_minutes }),
    failed: calendar.isError || (day !== undefined && sessionList.isError) || (session !== undefined && detail.isError),
    act,
    forgetWish,
    choose: (ticket_type_id, quantity) =>
      act({ type: "quantities chosen", quantities: withQuantity(quantities, ticket_type_id, quantity) }),
    askAgain: {
      sessions: (asked) => client.fetchQuery({ ...sessionsQuery(at, asked), staleTime: 0 }),
      days: () => client.fetchQuery({ ...calendarQuery(at), staleTime: 0 }),
    },
  };
};

const noDays: readonly CalendarDate[] = [];
const nothingChosen: readonly Chosen[] = [];

export const withQuantity = (quantities: Quantities, id: string, quantity: number): Quantities => ({
  ...quantities,
  [id]: quantity,
});
