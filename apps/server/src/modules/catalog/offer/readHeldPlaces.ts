import { noHeldPlaces, type HeldPlaces } from "@foyer/rules/catalog/basketFits.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { heldPlacesRows } from "./heldPlaces.sql.ts";

/** Returns what the visitor's own cart holds of an event, by session. A basket is added to that. */
export const readHeldPlaces = async (
  ctx: RequestContext,
  event_template_id: string,
): Promise<(event_session_id: string) => HeldPlaces> => {
  const { visitor } = ctx;
  if (!visitor || visitor.fresh) return () => noHeldPlaces;
  const rows = await heldPlacesRows(ctx, visitor.identity_id, event_template_id);
  if (rows.length === 0) return () => noHeldPlaces;
  const byGroup: Record<string, number> = {};
  const bySession = new Map<string | null, number>();
  for (const { event_session_id, ticket_group_id, places, exclude_from_event_capacity } of rows) {
    byGroup[ticket_group_id] = (byGroup[ticket_group_id] ?? 0) + places;
    if (!exclude_from_event_capacity) bySession.set(event_session_id, (bySession.get(event_session_id) ?? 0) + places);
  }
  return (event_session_id) => ({ inSession: bySession.get(event_session_id) ?? 0, byGroup });
};
