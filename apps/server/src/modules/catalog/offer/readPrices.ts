import type { checkPrices } from "@foyer/contract/shop/catalog.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { roomLeft } from "@foyer/rules/catalog/capacity.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { readOffer } from "./readOffer.ts";
import { presentType } from "../events/presenters.ts";

/** Prices and availability of types without a session. Leaves out hidden types. */
export const readPrices = async (
  ctx: RequestContext,
  sent: Received<typeof checkPrices>,
): Promise<Reply<typeof checkPrices>> => {
  const requestedIds = new Set(sent.ticket_types_required.map(({ ticket_type_id }) => ticket_type_id));
  const { event, groups } = await readOffer(ctx, sent.event_template_id, { types: [...requestedIds] });
  const groupTypes = groups.map((group) => {
    const available = roomLeft(group) > 0;
    return [
      group.id,
      group.types
        .filter(({ id }) => requestedIds.has(id))
        .map((type) => ({ ...presentType(ctx, event, type), available })),
    ] as const;
  });
  return { ticket_group: Object.fromEntries(groupTypes.filter(([, types]) => types.length > 0)) };
};
