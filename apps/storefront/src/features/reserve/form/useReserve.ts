import { useQuery } from "@tanstack/react-query";
import { useReducer } from "react";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import { hasSeveralPrices } from "@foyer/rules/reserve/pickerDays.ts";
import type { SelectedTicket } from "@foyer/rules/catalog/messageRules.ts";
import { initialReserveState, reserveReducer, type ReserveAction } from "@foyer/rules/reserve/reserveState.ts";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import { useUsualQuantity } from "../../../shared/storage/usualTickets.ts";
import { linkedTickets, ticketProblems } from "@foyer/rules/reserve/reserveQuery.ts";
import { needsNoSession, salesForm } from "@foyer/rules/catalog/handlers.ts";
import { reservableGroups } from "@foyer/rules/reserve/reservableGroups.ts";
import { listedSessions } from "@foyer/rules/reserve/sessionPicker.ts";
import { calendarQuery, sessionQuery, sessionsQuery } from "../queries/reserve.queries.ts";
import { lazyTicketSteps } from "./lazyTicketSteps.ts";
import { useUrlSync } from "./useUrlSync.ts";
import { compareWithCart, useReserveContext, messageRulesOf } from "./useReserveContext.ts";
import { useMemberLimits } from "../queries/useMemberLimits.ts";
import { withQuantity, type ReserveFormState } from "./reserveFormState.ts";
import { useDateFirstTime } from "./useDateFirstTime.ts";

export type DateFirstState = ReserveFormState & {
  /** The tickets are those that this browser last bought, and have not been changed yet. */
  readonly hasUsualTickets: boolean;
};

/** The form that asks for the date first. `initialStep`: a step taken before this form was loaded. */
export const useReserve = (event: EventReply, slug: string, initialStep?: ReserveAction): DateFirstState => {
  const context = useReserveContext(event, slug);
  const { seller, client, cart, search, timezone, today, query, setQuery, template, eventLink } = context;
  const [state, dispatch] = useReducer(reserveReducer, query, () =>
    initialStep ? reserveReducer(initialReserveState(query), initialStep) : initialReserveState(query),
  );
  const flexible = context.groups.filter(needsNoSession);
  const hasFlexible = flexible.length > 0;
  const hasDated = flexible.length < context.groups.length;
  const time = useDateFirstTime(context, state, { hasDated, hasFlexible });
  const { mode, days, day, daySessions, session } = time;

  const detail = useQuery({ ...sessionQuery(eventLink, session?.id ?? ""), enabled: session !== undefined });
  const inSession = session === undefined ? undefined : detail.data;
  const groups =
    mode === "flexible"
      ? flexible
      : reservableGroups(inSession?.ticket_group?._data ?? [], query.tg).filter((group) => !needsNoSession(group));
  const types = (mode === "flexible" ? event.ticket_type : inSession?.ticket_type)?._data ?? [];
  const isReady = mode === "flexible" || inSession !== undefined;

  const usual = useUsualQuantity(slug, template?.id ?? "");
  const link = linkedTickets(query, types);
  const isLinked = query.quantity.length > 0 || query.select !== undefined;
  const defaultQuantities = template?.event_type === "single" && !isLinked ? "usual" : link.quantities;
  const enteredPrices = { ...link.prices, ...state.prices };
  const memberLimits = useMemberLimits({ event: template, groups, event_session_id: session?.id, cart });
  const coins = useCoins();
  // The rules that count tickets are loaded together with the step that shows them.
  const tickets = lazyTicketSteps.useLoadedWhen(isReady)?.selectTickets({
    event: template,
    groups,
    types,
    session,
    cart,
    memberLimits,
    wanted: state.quantities ?? defaultQuantities,
    prices: enteredPrices,
    coins,
  });
  const quantities = tickets?.quantities ?? {};

  const { act, clearReserveFlag } = useUrlSync<ReserveAction>(search, today, (action) => {
    if (action.type === "navigated") setQuery(action.query);
    dispatch(action);
  });

  const ofTickets = isReady ? ticketProblems(link, state.quantities ? undefined : tickets?.quantities) : [];
  return {
    eventLink,
    timezone,
    mode,
    days,
    day,
    sessions: daySessions && listedSessions(daySessions, template?.config.hide_sold_out_sessions ?? false),
    session,
    choices: tickets?.choices,
    prices: tickets?.prices ?? enteredPrices,
    chosen: tickets?.chosen ?? nothingChosen,
    basket: tickets?.basket,
    rules: messageRulesOf(event),
    hasSeveralPrices: hasSeveralPrices(event.ticket_type?._data ?? []),
    hasFlexible,
    hasDated,
    isVisit: context.groups.some((group) => salesForm(group) !== "single"),
    notice: time.notice,
    missing:
      mode === "date" && session === undefined
        ? { step: day === undefined ? "date" : "session" }
        : tickets
          ? tickets.missing
          : { step: "tickets" },
    linkMode: query.reserve,
    linkProblems: [...new Set([...query.problems, ...ofTickets])],
    hasUsualTickets:
      usual !== "" && state.quantities === undefined && usual === query.quantity.map(ticketsInLink).join(","),
    isLinkResolved:
      days !== undefined &&
      time.isLinkedSessionKnown &&
      (day === undefined || daySessions !== undefined) &&
      (session === undefined || isReady) &&
      (!isReady || tickets !== undefined),
    ...compareWithCart(cart, template, {
      session,
      known: daySessions,
      padding: seller.web.conflict_padding_minutes,
      isAddOn: context.isAddOn,
    }),
    hasFailed: time.hasFailed || (session !== undefined && detail.isError),
    act,
    clearReserveFlag,
    choose: (ticket_type_id, quantity) =>
      act({ type: "quantities chosen", quantities: withQuantity(quantities, ticket_type_id, quantity) }),
    refetch: {
      sessions: (day) => client.fetchQuery({ ...sessionsQuery(eventLink, day), staleTime: 0 }).then(time.atVisit),
      days: () => client.fetchQuery({ ...calendarQuery(eventLink), staleTime: 0 }),
    },
  };
};

const ticketsInLink = ({ type, count }: { readonly type: string; readonly count: number }): string =>
  `${type}:${count}`;

const nothingChosen: readonly SelectedTicket[] = [];
