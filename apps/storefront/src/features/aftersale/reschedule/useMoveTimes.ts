import { useQuery } from "@tanstack/react-query";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import { allDayEvent } from "@foyer/rules/catalog/allDay.ts";
import { isAllDayVisit, isSessionOpen, listedSessions } from "@foyer/rules/reserve/sessionPicker.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { pricedCalendarQuery, pricedSessionsQuery } from "../../reserve/queries/deferred.queries.ts";
import { calendarQuery, eventQuery, sessionQuery, sessionsQuery } from "../../reserve/queries/reserve.queries.ts";
import { quantitiesOf, type ChosenTicket, type MovableVisit } from "./movableVisit.ts";

/** The price of the tickets at a time, before fees; null if it is not known. */
type Priced = { readonly price: string; readonly fees: string } | null;
export type MoveDay = CalendarDate & { readonly lowest: Priced; readonly isPartly: boolean };
export type MoveSession = EventSession & { readonly cost: Priced; readonly isPartly: boolean };

/** A day on which only some of the tickets are available is selectable too, because the others can be left out. */
const mergeDays = (all: readonly CalendarDate[], priced: readonly CalendarDate[] | undefined): readonly MoveDay[] => {
  const pricedOf = new Map(priced?.map((day) => [day.date, day]));
  return all.map((day) => {
    const found = pricedOf.get(day.date);
    const isFull = found?.status === "available";
    const { min_price, min_price_fees } = found ?? {};
    const lowest = isFull && min_price != null ? { price: min_price, fees: min_price_fees?.outside ?? "0" } : null;
    return { ...day, lowest, isPartly: priced !== undefined && day.status === "available" && !isFull };
  });
};

const mergeSessions = (
  all: readonly EventSession[],
  priced: readonly (EventSession & { readonly fees: string | null })[] | undefined,
): readonly MoveSession[] => {
  const pricedOf = new Map(priced?.map((session) => [session.id, session]));
  return all.map((session) => {
    const found = pricedOf.get(session.id);
    const isFull = found !== undefined && isSessionOpen(found);
    const cost = isFull && found.price !== null ? { price: found.price, fees: found.fees ?? "0" } : null;
    return { ...session, cost, isPartly: priced !== undefined && isSessionOpen(session) && !isFull };
  });
};

type WantedTime = {
  /** The current time is kept, so no other times are fetched. */
  readonly isKept: boolean;
  readonly day: string | undefined;
  readonly event_session_id: string | undefined;
};

/** The event's days and the times of a day, each with the price of the tickets to be moved. */
export const useMoveTimes = (
  { line, tickets: all }: MovableVisit,
  selected: readonly ChosenTicket[],
  { isKept, day: chosen, event_session_id }: WantedTime,
) => {
  const { slug } = useSeller();
  const day = isKept ? undefined : chosen;
  const own = all.map(({ ticket_group_id }) => ticket_group_id);
  const linkTo = (groups: readonly string[]) => ({
    slug,
    event_template_id: line.event_template_id,
    tg: [...new Set(groups)],
  });
  const link = linkTo([...own, ...selected.map(({ new_type }) => new_type.ticket_group_id)]);
  const wanted = quantitiesOf(selected);
  const isPriced = !isKept && wanted.length > 0;
  const event = useQuery(eventQuery(linkTo(own)));
  const calendar = useQuery({ ...calendarQuery(link), enabled: !isKept });
  // Prices are shown if they are known: types that are no longer on sale have none.
  const pricedCalendar = useQuery({ ...pricedCalendarQuery(link, wanted), enabled: isPriced });
  const list = useQuery({ ...sessionsQuery(link, day ?? ""), enabled: day !== undefined });
  const pricedList = useQuery({
    ...pricedSessionsQuery(link, day ?? "", wanted),
    enabled: day !== undefined && isPriced,
  });
  const template = event.data?.event_template._data[0];
  const isPending = (query: { readonly isLoading: boolean }): boolean => query.isLoading;
  const sessions =
    day === undefined || !list.data || isPending(pricedList) ? undefined : mergeSessions(list.data, pricedList.data);
  const shown = sessions && listedSessions(sessions, template?.config.hide_sold_out_sessions ?? false);
  const session = shown?.find(({ id }) => id === event_session_id) ?? onlyOther(shown, line.event_session_id);
  const detail = useQuery({ ...sessionQuery(link, session?.id ?? ""), enabled: session?.isPartly ?? false });
  return {
    link,
    template,
    rules: event.data?.message_rule?._data ?? [],
    days: !calendar.data || isPending(pricedCalendar) ? undefined : mergeDays(calendar.data, pricedCalendar.data),
    sessions: shown,
    session,
    isAllDay:
      session !== undefined &&
      template !== undefined &&
      isAllDayVisit(session, allDayEvent(template), shown?.length ?? 0),
    /** The names of types that are not sold at the chosen time; undefined until they are known. */
    missingTypes: missingTypes(selected, detail.data?.ticket_type?._data),
    hasFailed: event.isError || calendar.isError || list.isError,
    refetch: () => Promise.all([event.refetch(), calendar.refetch(), ...(day === undefined ? [] : [list.refetch()])]),
  };
};
export type MoveTimes = ReturnType<typeof useMoveTimes>;

/** The only time of a day is preselected, as on the event's page, unless the tickets are already for it. */
const onlyOther = (sessions: readonly MoveSession[] | undefined, present: string | null): MoveSession | undefined => {
  const [only, ...others] = sessions ?? [];
  return only && others.length === 0 && isSessionOpen(only) && only.id !== present ? only : undefined;
};

const missingTypes = (
  selected: readonly ChosenTicket[],
  types: readonly { readonly id: string; readonly available: boolean }[] | undefined,
): readonly string[] | undefined =>
  types && [
    ...new Set(
      selected
        .filter(({ new_type }) => !types.some(({ id, available }) => id === new_type.id && available))
        .map(({ new_type }) => new_type.name),
    ),
  ];
