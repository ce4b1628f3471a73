import { RefusalReply } from "@foyer/contract/errors.ts";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import type { PageFetcher } from "@foyer/contract/page.ts";

const headers = { accept: "application/json" };

const fetchJson = async <T>(fetcher: PageFetcher, path: string): Promise<T | undefined> => {
  const answer = await fetcher(path, { method: "GET", headers });
  if (answer.ok) return (await answer.json()) as T;
  // An unknown event has no structured data; the screen shows the error.
  if (RefusalReply.safeParse(await answer.json()).success) return undefined;
  throw new Error(`the API replied with status ${answer.status}`);
};

export type EventFacts = { readonly event: EventReply; readonly sessions: readonly EventSession[] };

/** An event and its next sessions, read through the API. */
export const fetchEventFacts = async (
  fetcher: PageFetcher,
  slug: string,
  id: string,
): Promise<EventFacts | undefined> => {
  const path = `/cached_api/events/${encodeURIComponent(id)}`;
  const [event, sessions] = await Promise.all([
    fetchJson<EventReply>(fetcher, `${path}?_seller=${slug}&_embed=meta%2Cvenue`),
    fetchJson<{ event_session: { _data: EventSession[] } }>(
      fetcher,
      `${path}/sessions?_seller=${slug}&_limit=20&_include_sold_out=true&_sort=start_datetime`,
    ),
  ]);
  return event && { event, sessions: sessions?.event_session._data ?? [] };
};
