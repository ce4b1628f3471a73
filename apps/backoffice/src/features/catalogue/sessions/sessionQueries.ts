import { queryOptions } from "@tanstack/react-query";
import {
  listEventSessions,
  sessionFilters,
  type EditedSession,
  type sessionFills,
} from "@foyer/contract/office/catalogue/eventSessions.ts";
import { readHouse } from "@foyer/contract/office/catalogue/houseHolds.ts";
import { count } from "../../../shared/format/format.ts";
import { callOffice } from "../../../shared/call.ts";
import { listPages } from "../../../shared/list/listSearch.ts";
import { queryClient } from "../../../shared/queries.ts";
import { forgetCatalogue } from "../catalogueQueries.ts";

/** The address parameters of the list, so that a copied link shows the same sessions. */
export const sessionSearchNames = Object.keys(sessionFilters);
export type SessionSearch = Readonly<Record<string, string | undefined>>;

export const sessionListQuery = (slug: string, key: string, search: SessionSearch) =>
  listPages(listEventSessions, { name: "sessions", slug, path: { key }, search });

export const refreshSessions = async (slug: string): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ["sessions", slug] }), forgetCatalogue(slug)]);
};

export type OfSession = { readonly slug: string; readonly eventKey: string; readonly sessionId: string };

/** What is kept of a session, and its seats. */
export const houseQuery = ({ slug, eventKey: key, sessionId: event_session_id }: OfSession) =>
  queryOptions({
    queryKey: ["house", slug, event_session_id],
    queryFn: () => callOffice(readHouse, { key, event_session_id }, slug),
  });

export const refreshHouse = async ({ slug, sessionId }: OfSession): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ["house", slug, sessionId] }), refreshSessions(slug)]);
};

export const fillNames: Readonly<Record<(typeof sessionFills)[number], string>> = {
  empty: "Nothing taken",
  taken: "Something taken",
  half: "Half full or more",
  full: "Full",
};

/** '12 of 20', followed by the places beyond the capacity if there are any. */
export const placesText = ({
  taken,
  kept,
  capacity,
  oversell_capacity,
}: Pick<EditedSession, "taken" | "kept" | "capacity" | "oversell_capacity">): string => {
  const keptText = kept > 0 ? `, ${kept} kept` : "";
  return capacity === null
    ? `${taken}, no limit${keptText}`
    : `${taken} of ${capacity}${oversell_capacity > 0 ? ` + ${oversell_capacity}` : ""}${keptText}`;
};

export const sessions = (n: number): string => count(n, "session");
