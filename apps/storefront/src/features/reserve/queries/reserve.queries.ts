import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Day } from "@foyer/contract/basics.ts";
import { getEvent } from "@foyer/contract/shop/catalog.ts";
import { getCalendar, getSession, listSessions, type EventSession } from "@foyer/contract/shop/sessions.ts";
import type { LinkedSession } from "@foyer/rules/reserve/reserveQuery.ts";
import { call, Refused } from "../../../api/call.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { readLoginStrength } from "../../login/session/loginStrength.ts";
import { calendarKey, eventKey, templateKey, type EventLink } from "./eventKeys.ts";

/** The event does not exist, belongs to another seller, or the id is malformed. */
export const isEventNotFound = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 404 || error.status === 400 || error.code === "validation_failed");

/** Events whose tickets were refused to this visitor: cached answers about them are known to be wrong. */
const refusedEvents = new WeakMap<QueryClient, Set<string>>();

/**
 * From now on, everything about an event is fetched bypassing the caches. Requests in flight are cancelled, because a
 * cached answer must not replace a newer one.
 */
export const bypassCaches = async (client: QueryClient, event_template_id: string): Promise<void> => {
  refusedEvents.set(client, (refusedEvents.get(client) ?? new Set()).add(event_template_id));
  await client.cancelQueries({ queryKey: eventKey(event_template_id) });
  await client.invalidateQueries({ queryKey: eventKey(event_template_id), refetchType: "none" });
};

/**
 * Visitors with a cart bypass the caches, so that their own tickets do not look sold out; so do members, because no cache
 * contains what is for members.
 */
export const mustBypassCache = (
  client: QueryClient,
  { slug, event_template_id }: Pick<EventLink, "slug" | "event_template_id">,
): boolean =>
  typeof window !== "undefined" &&
  (savedStoreFor(slug).get().cart_id !== null ||
    readLoginStrength(slug) !== "none" ||
    (refusedEvents.get(client)?.has(event_template_id) ?? false));

/** Availability changes meanwhile, so a visitor who returns to the page gets current data. */
export const refetchOnFocus = { refetchOnWindowFocus: true } as const;
export const ticketGroupFilter = (tg: readonly string[]) =>
  tg.length > 0 ? { "ticket_group.id._in": tg.join(",") } : {};

export const eventQuery = ({ slug, event_template_id, tg }: EventLink) =>
  queryOptions({
    queryKey: templateKey({ event_template_id, tg }),
    queryFn: ({ signal, client }) =>
      call(
        getEvent,
        {
          event_template_id,
          _embed: "meta,venue,ticket_group,ticket_type,message_rule,config",
          "ticket_group.hidden_type":
            tg.length > 0
              ? "public_browsable,public_member_only,public_link_only"
              : "public_browsable,public_member_only",
          ...ticketGroupFilter(tg),
        },
        { signal, fresh: mustBypassCache(client, { slug, event_template_id }) },
      ),
    ...refetchOnFocus,
  });

export const calendarQuery = ({ slug, event_template_id, tg }: EventLink) =>
  queryOptions({
    queryKey: calendarKey({ event_template_id, tg }),
    queryFn: ({ signal, client }) =>
      call(
        getCalendar,
        { event_template_id, _format: "extended", ...(tg.length > 0 ? { "ticket_group_id._in": tg.join(",") } : {}) },
        { signal, fresh: mustBypassCache(client, { slug, event_template_id }) },
      ).then((reply) => reply.calendar._data),
    ...refetchOnFocus,
  });

export const sessionsQuery = ({ slug, event_template_id, tg }: EventLink, day: Day) =>
  queryOptions({
    queryKey: [...eventKey(event_template_id), "sessions", day, tg.join()],
    queryFn: ({ signal, client }) =>
      call(
        listSessions,
        {
          event_template_id,
          _ondate: day,
          _sort: "start_datetime",
          _include_sold_out: "true",
          ...ticketGroupFilter(tg),
        },
        { signal, fresh: mustBypassCache(client, { slug, event_template_id }) },
      ).then((reply) => reply.event_session._data),
    ...refetchOnFocus,
  });

/** A session with the ticket groups and types that it sells; groups sold only by link are included only if named. */
export const sessionQuery = ({ slug, event_template_id, tg }: EventLink, event_session_id: string) =>
  queryOptions({
    queryKey: [...eventKey(event_template_id), "session", event_session_id, tg.join()],
    queryFn: ({ signal, client }) =>
      call(
        getSession,
        {
          event_template_id,
          event_session_id,
          _embed: "ticket_group,ticket_type,ticket_group.meta,ticket_group.config",
          ...ticketGroupFilter(tg),
        },
        { signal, fresh: mustBypassCache(client, { slug, event_template_id }) },
      ),
    ...refetchOnFocus,
  });

/** The session that a link names; null when there is none. `today` is the venue's. */
export const linkedSessionQuery = (at: EventLink, link: LinkedSession | undefined, today: Day) => {
  const { slug, event_template_id, tg } = at;
  const queryKey = [...eventKey(event_template_id), "linked", link, tg.join()] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<EventSession | null> => {
      // An id that did not exist does not appear later, so a refetch does not ask for it again.
      if (!link || (link.kind === "id" && client.getQueryData(queryKey) === null)) return null;
      if (link.kind !== "id") {
        const reply = await call(
          listSessions,
          {
            event_template_id,
            _limit: "1",
            sold_out: "F",
            _sort: "start_datetime",
            ...(link.kind === "today" ? { _ondate: today } : {}),
            ...ticketGroupFilter(tg),
          },
          { signal, fresh: mustBypassCache(client, { slug, event_template_id }) },
        );
        return reply.event_session._data[0] ?? null;
      }
      try {
        return (await client.fetchQuery(sessionQuery(at, link.id))).event_session._data[0] ?? null;
      } catch (error) {
        if (error instanceof Refused && error.status < 500) return null;
        throw error;
      }
    },
  });
};
