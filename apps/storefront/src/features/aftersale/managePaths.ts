import { paths } from "../../shared/url/paths.ts";
import type { OrderAccess } from "./aftersale.queries.ts";
import { outcomeParameter, type ChangeOutcome } from "./change/changeOutcome.ts";

const withQuery = (
  path: string,
  { token }: Pick<OrderAccess, "token">,
  more: Readonly<Record<string, string>> = {},
) => {
  const query = new URLSearchParams({ ...(token !== undefined && { token }), ...more });
  return query.size > 0 ? `${path}?${query}` : path;
};

/** Paths of the pages of one order, which keep its token. */
export const managePaths = {
  order: (access: OrderAccess, outcome?: ChangeOutcome) =>
    withQuery(paths.manage(access.ticket_order_id), access, outcome && { [outcomeParameter]: outcome }),
  reschedule: (access: OrderAccess, event_session_id: string) =>
    withQuery(`${paths.manage(access.ticket_order_id)}/reschedule/${event_session_id}`, access),
  confirm: (access: OrderAccess, returned?: URLSearchParams) =>
    withQuery(`${paths.manage(access.ticket_order_id)}/confirm`, access, returned && Object.fromEntries(returned)),
} as const;
