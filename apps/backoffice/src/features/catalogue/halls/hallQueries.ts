import { queryOptions } from "@tanstack/react-query";
import { readHallUse } from "@foyer/contract/office/catalogue/halls.ts";
import { callOffice } from "../../../shared/call.ts";

/** The seats of a hall that are in use, in all sessions that are not over or in one session. */
export const hallUseQuery = (slug: string, key: string, event_session_id: string | undefined) =>
  queryOptions({
    queryKey: ["hall-use", slug, key, event_session_id],
    queryFn: () =>
      callOffice(readHallUse, { key, ...(event_session_id !== undefined && { event_session_id }) } as never, slug),
    staleTime: 0,
  });
