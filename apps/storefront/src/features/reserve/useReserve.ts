import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import { useSearch } from "wouter";
import type { EventReply, MessageRule } from "@foyer/contract/catalog.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/sessions.ts";
import {
  choicesOf,
  fitted,
  needsNoSession,
  shownGroups,
  type GroupChoice,
  type Quantities,
  type TypedPrices,
} from "@foyer/rules/choosing.ts";
import { todayAt } from "@foyer/rules/days.ts";
import type { Chosen } from "@foyer/rules/messages.ts";
import {
  decidedBy,
  reserveFlow,
  settleDay,
  settleSession,
  type Decided,
  type Notice,
  type ReserveAction,
} from "@foyer/rules/reserveFlow.ts";
import {
  linkedTickets,
  readReserveQuery,
  searchWith,
  type LinkProblem,
  type ReserveMode,
} from "@foyer/rules/reserveQuery.ts";
import { conflictOf, shownSessions } from "@foyer/rules/sessions.ts";
import { useBoot } from "../../shared/seller.tsx";
import { useCart } from "../cart/cart.queries.ts";
import {
  calendarQuery,
  eventKey,
  linkedQuery,
  sessionQuery,
  sessionsQuery,
  zoneOf,
  type EventAt,
} from "./reserve.queries.ts";
import { useVisitTime } from "./useVisitTime.ts";

/** Everything that the reserve form shows and does. */
export type Reserve = {
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
  readonly rules: readonly MessageRule[];
  readonly hasFlexible: boolean;
  readonly notice: Notice | undefined;
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
  readonly act: (action: ReserveAction) => void;
  /** Takes the wish to reserve off the address: Back and Reload do not reserve again. */
  readonly forgetWish: () => void;
  readonly choose: (ticket_type_id: string, quantity: number) => void;
};

const noRules: readonly MessageRule[] = [];

/** Joins what the visitor decided, what the link says and what the server knows. */
export const useReserve = (event: EventReply, slug: string): Reserve => {
  const { seller, now } = useBoot();
  const { cart, cart_id } = useCart();
  const search = useSearch();
  const today = todayAt(Temporal.Instant.from(now), zoneOf(event, seller.timezone));
  const [query, setQuery] = useState(() => readReserveQuery(search, today));
  const [decided, dispatch] = useReducer(reserveFlow, query, decidedBy);
  const template = event.event_template._data[0];
  const event_template_id = template?.id ?? "";
  const at: EventAt = { slug, event_template_id, tg: query.tg };

  const inTime = useVisitTime(template);
  const calendar = useQuery(calendarQuery(at));
  const openDays = calendar.data && inTime.days(calendar.data);
  const linked = useQuery({
    ...linkedQuery(at, decided.link, today),
    enabled: decided.link !== undefined,
  });
  const groupsOfEvent = shownGroups(event.ticket_group?._data ?? [], query.tg);
  const flexible = groupsOfEvent.filter(needsNoSession);
  const hasFlexible = flexible.length > 0;
  const {
    mode,
    day,
    notice: dayNotice,
  } = settleDay(decided, { days: openDays, linked: linked.data, anchorDay: cart?.anchor?.local_day, hasFlexible });

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
  const inCart = countByGroup(cart?.lines.flatMap((line) => line.types) ?? []);
  const choosing = { groups, types, sessionLeft: session?.left ?? null, inCart };
  const quantities = fitted(choosing, decided.quantities ?? link.quantities);
  const prices = { ...link.prices, ...decided.prices };
  const choices = isReady ? choicesOf({ ...choosing, quantities }) : undefined;

  const { act, forgetWish } = useAddress(search, today, (action) => {
    if (action.type === "went") setQuery(action.query);
    dispatch(action);
  });
  useReAskWithCart(event_template_id, cart_id);

  const missing = isReady && link.missing.length > 0 ? (["types_not_found"] as const) : [];
  return {
    at,
    mode,
    days: openDays,
    day,
    sessions: known && shownSessions(known, template?.config.hide_sold_out_sessions ?? false),
    session,
    choices,
    prices,
    chosen: chosenOf(choices ?? []),
    rules: event.message_rule?._data ?? noRules,
    hasFlexible,
    notice: dayNotice ?? sessionNotice,
    linkMode: query.reserve,
    linkProblems: [...new Set([...query.problems, ...missing])],
    isCut: isReady && Object.entries(link.quantities).some(([type, wanted]) => quantities[type] !== wanted),
    isSettled:
      calendar.data !== undefined &&
      (decided.link === undefined || linked.data !== undefined) &&
      (day === undefined || known !== undefined) &&
      (session === undefined || isReady),
    conflict: session && conflictOf(session, cart?.lines ?? [], template?.meta ?? {})?.name,
    isAnchored: cart?.anchor != null && template?.meta.requires_anchor === true,
    failed: calendar.isError || (day !== undefined && sessionList.isError) || (session !== undefined && detail.isError),
    act,
    forgetWish,
    choose: (ticket_type_id, quantity) =>
      act({ type: "quantities chosen", quantities: withQuantity(quantities, ticket_type_id, quantity) }),
  };
};

const withQuantity = (quantities: Quantities, id: string, quantity: number): Quantities => ({
  ...quantities,
  [id]: quantity,
});

const countByGroup = (
  types: readonly { readonly ticket_group_id: string; readonly count: number }[],
): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { ticket_group_id, count } of types) counts[ticket_group_id] = (counts[ticket_group_id] ?? 0) + count;
  return counts;
};

const chosenOf = (choices: readonly GroupChoice[]): readonly Chosen[] =>
  choices.flatMap(({ group, types }) =>
    types
      .filter(({ quantity }) => quantity > 0)
      .map(({ type, quantity }) => ({
        ticket_type_id: type.id,
        ticket_group_id: group.id,
        type_name: type.name,
        group_name: group.name,
        quantity,
      })),
  );

/** What an action leaves in the address, so that the link and the browser's Back keep the choice; undefined: as it is. */
const addressOf = (action: ReserveAction): { day?: string; session?: string; replace?: true } | undefined => {
  switch (action.type) {
    case "date chosen":
      return { day: action.day };
    case "session chosen":
      return { session: action.session };
    case "flexible chosen":
      return {};
    case "dates opened":
      return { replace: true };
    case "sessions opened":
      return { day: action.day, replace: true };
    case "sold out":
    case "quantities chosen":
    case "price typed":
    case "went":
      return undefined;
  }
};

/**
 * Keeps the address and the choice together. The address is written past the router's own navigation, which would load
 * the screen anew; the router hears of it all the same.
 */
const useAddress = (
  search: string,
  today: string,
  dispatch: (action: ReserveAction) => void,
): Pick<Reserve, "act" | "forgetWish"> => {
  const written = useRef(search);
  const go = useRef(dispatch);
  useEffect(() => void (go.current = dispatch));

  useEffect(() => {
    if (search === written.current) return;
    written.current = search;
    go.current({ type: "went", query: readReserveQuery(search, today) });
  }, [search, today]);

  const write = (next: string, replace: boolean) => {
    if (next === new URLSearchParams(window.location.search).toString()) return;
    written.current = next;
    const url = `${window.location.pathname}${next === "" ? "" : `?${next}`}`;
    if (replace) history.replaceState(history.state, "", url);
    else history.pushState(null, "", url);
  };
  return {
    act: (action) => {
      dispatch(action);
      const address = addressOf(action);
      if (address) write(searchWith(window.location.search, address), address.replace ?? false);
    },
    forgetWish: () => {
      const query = new URLSearchParams(window.location.search);
      query.delete("reserve");
      write(query.toString(), true);
    },
  };
};

/** The page came as everybody sees it; whoever turns out to have a cart sees it anew with what they hold. */
const useReAskWithCart = (event_template_id: string, cart_id: string | null): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (cart_id !== null) void client.invalidateQueries({ queryKey: eventKey(event_template_id) });
  }, [client, event_template_id, cart_id]);
};
