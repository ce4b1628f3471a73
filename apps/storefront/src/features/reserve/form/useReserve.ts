import { useQuery } from "@tanstack/react-query";
import { useReducer } from "react";
import type { EventReply, MessageRule } from "@foyer/contract/shop/catalog.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import type { SelectionTotal, GroupChoice, Quantities, EnteredPrices } from "@foyer/rules/reserve/ticketChoices.ts";
import { hasSeveralPrices } from "@foyer/rules/reserve/pickerDays.ts";
import type { SelectedTicket } from "@foyer/rules/catalog/messageRules.ts";
import {
  initialReserveState,
  reserveReducer,
  resolveDay,
  resolveSession,
  type ReserveState,
  type MissingStep,
  type ReserveNotice,
  type ReserveAction,
} from "@foyer/rules/reserve/reserveState.ts";
import { linkedTickets, type LinkProblem, type ReserveMode } from "@foyer/rules/reserve/reserveQuery.ts";
import { needsNoSession } from "@foyer/rules/catalog/handlers.ts";
import { reservableGroups } from "@foyer/rules/reserve/reservableGroups.ts";
import { listedSessions } from "@foyer/rules/reserve/sessionPicker.ts";
import type { EventLink } from "../queries/eventKeys.ts";
import { calendarQuery, linkedSessionQuery, sessionQuery, sessionsQuery } from "../queries/reserve.queries.ts";
import { lazyTicketSteps } from "./lazyForms.ts";
import { useUrlSync, type ReserveUrl } from "./useUrlSync.ts";
import { compareWithCart, useReserveContext } from "./useReserveContext.ts";
import { useMemberLimits } from "../queries/useMemberLimits.ts";
import { useVisitWindow } from "../date/useVisitWindow.ts";

/** Everything that a reserve form shows and does. */
export type ReserveFormState = ReserveUrl<ReserveAction> & {
  readonly eventLink: EventLink;
  readonly mode: ReserveState["mode"];
  readonly days: readonly CalendarDate[] | undefined;
  readonly day: string | undefined;
  readonly sessions: readonly EventSession[] | undefined;
  readonly session: EventSession | undefined;
  /** Undefined while the groups of the session are on their way. */
  readonly choices: readonly GroupChoice[] | undefined;
  readonly prices: EnteredPrices;
  readonly chosen: readonly SelectedTicket[];
  /** What is chosen adds up to this; undefined is nothing. */
  readonly basket: SelectionTotal | undefined;
  readonly rules: readonly MessageRule[];
  /** Its tickets cost more than one thing: the price of a day or a session is the lowest. */
  readonly hasSeveralPrices: boolean;
  readonly hasFlexible: boolean;
  /** Some of its tickets are for a day and a session. */
  readonly hasDated: boolean;
  /** Its tickets let somebody in, on a day or on any: codes do not. */
  readonly isVisit: boolean;
  readonly notice: ReserveNotice | undefined;
  /** The first thing that a reservation still lacks. */
  readonly missing: MissingStep | undefined;
  /** What the link wants done besides choosing, and what is wrong with it. */
  readonly linkMode: ReserveMode;
  readonly linkProblems: readonly LinkProblem[];
  /** The link names more tickets than can be had. */
  readonly isLinkTruncated: boolean;
  /** All that the link names has been looked up. */
  readonly isLinkResolved: boolean;
  readonly conflict: string | undefined;
  readonly isAnchored: boolean;
  /** A read that did not come through. */
  readonly hasFailed: boolean;
  readonly choose: (ticket_type_id: string, quantity: number) => void;
  /** Sessions and days as the server has them now. */
  readonly refetch: {
    readonly sessions: (day: string) => Promise<readonly EventSession[]>;
    readonly days: () => Promise<unknown>;
  };
};

const noRules: readonly MessageRule[] = [];
export const messageRulesOf = (event: EventReply): readonly MessageRule[] => event.message_rule?._data ?? noRules;

/** Joins what the visitor decided, what the link says and what the server knows. `taken`: a step taken before this form was there. */
export const useReserve = (event: EventReply, slug: string, initialStep?: ReserveAction): ReserveFormState => {
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
  const [decided, dispatch] = useReducer(reserveReducer, query, () =>
    initialStep ? reserveReducer(initialReserveState(query), initialStep) : initialReserveState(query),
  );
  const flexible = groupsOfEvent.filter(needsNoSession);
  const hasFlexible = flexible.length > 0;
  const hasDated = flexible.length < groupsOfEvent.length;
  const calendar = useQuery({ ...calendarQuery(eventLink), enabled: hasDated });
  const visitWindow = useVisitWindow(template);
  const days = hasDated ? calendar.data && visitWindow.days(calendar.data) : noDays;
  const linked = useQuery({
    ...linkedSessionQuery(eventLink, decided.link, today),
    enabled: decided.link !== undefined && hasDated,
  });
  const {
    mode,
    day,
    notice: dayNotice,
  } = resolveDay(decided, { days, linked: linked.data, anchorDay: cart?.anchor?.local_day, hasFlexible });

  const sessionList = useQuery({ ...sessionsQuery(eventLink, day ?? ""), enabled: day !== undefined });
  const daySessions = day === undefined || !sessionList.data ? undefined : visitWindow.sessions(sessionList.data);
  const { session, notice: sessionNotice } = resolveSession(decided, daySessions, linked.data);

  const detail = useQuery({ ...sessionQuery(eventLink, session?.id ?? ""), enabled: session !== undefined });
  const inSession = session === undefined ? undefined : detail.data;
  const groups =
    mode === "flexible"
      ? flexible
      : reservableGroups(inSession?.ticket_group?._data ?? [], query.tg).filter((group) => !needsNoSession(group));
  const types = (mode === "flexible" ? event.ticket_type : inSession?.ticket_type)?._data ?? [];
  const isReady = mode === "flexible" || inSession !== undefined;

  const link = linkedTickets(query, types);
  const isLinked = query.quantity.length > 0 || query.select !== undefined;
  const defaultQuantities = template?.event_type === "single" && !isLinked ? "usual" : link.quantities;
  const prices = { ...link.prices, ...decided.prices };
  const memberLimits = useMemberLimits({ event: template, groups, event_session_id: session?.id, cart });
  // What counts tickets comes with the step that shows them.
  const tickets = lazyTicketSteps.useLoadedWhen(isReady)?.selectTickets({
    groups,
    types,
    sessionLeft: session?.left ?? null,
    cart,
    memberLimits,
    wanted: decided.quantities ?? defaultQuantities,
    prices,
    currency: seller.default_currency_code,
  });
  const quantities = tickets?.quantities ?? {};

  const { act, clearReserveFlag } = useUrlSync<ReserveAction>(search, today, (action) => {
    if (action.type === "navigated") setQuery(action.query);
    dispatch(action);
  });

  const noTypes = isReady && link.missing.length > 0 ? (["types_not_found"] as const) : [];
  return {
    eventLink,
    mode,
    days,
    day,
    sessions: daySessions && listedSessions(daySessions, template?.config.hide_sold_out_sessions ?? false),
    session,
    choices: tickets?.choices,
    prices,
    chosen: tickets?.chosen ?? nothingChosen,
    basket: tickets?.basket,
    rules: messageRulesOf(event),
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
    isLinkTruncated:
      tickets !== undefined && Object.entries(link.quantities).some(([type, wanted]) => quantities[type] !== wanted),
    isLinkResolved:
      days !== undefined &&
      (decided.link === undefined || !hasDated || linked.data !== undefined) &&
      (day === undefined || daySessions !== undefined) &&
      (session === undefined || isReady) &&
      (!isReady || tickets !== undefined),
    ...compareWithCart(cart, template, { session, known: daySessions, padding: seller.web.conflict_padding_minutes }),
    hasFailed:
      calendar.isError || (day !== undefined && sessionList.isError) || (session !== undefined && detail.isError),
    act,
    clearReserveFlag,
    choose: (ticket_type_id, quantity) =>
      act({ type: "quantities chosen", quantities: withQuantity(quantities, ticket_type_id, quantity) }),
    refetch: {
      sessions: (asked) => client.fetchQuery({ ...sessionsQuery(eventLink, asked), staleTime: 0 }),
      days: () => client.fetchQuery({ ...calendarQuery(eventLink), staleTime: 0 }),
    },
  };
};

const noDays: readonly CalendarDate[] = [];
const nothingChosen: readonly SelectedTicket[] = [];

export const withQuantity = (quantities: Quantities, id: string, quantity: number): Quantities => ({
  ...quantities,
  [id]: quantity,
});
