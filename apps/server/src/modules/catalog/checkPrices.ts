import type { checkPrices as call } from "@foyer/contract/catalog.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { roomLeft } from "@foyer/rules/capacity.ts";
import type { Ask } from "../../http/ask.ts";
import { readOffer } from "./offer.ts";
import { sayType } from "./replies.ts";

/** What types cost without a session, and whether they can be had. A type that the visitor may not see is not mentioned. */
export const checkPrices = async (ask: Ask, sent: Received<typeof call>): Promise<Reply<typeof call>> => {
  const named = new Set(sent.ticket_types_required.map(({ ticket_type_id }) => ticket_type_id));
  const { event, groups } = await readOffer(ask, sent.event_template_id, { types: [...named] });
  const said = groups.map((group) => {
    const available = roomLeft(group) > 0;
    return [
      group.id,
      group.types.filter(({ id }) => named.has(id)).map((type) => ({ ...sayType(ask, event, type), available })),
    ] as const;
  });
  return { ticket_group: Object.fromEntries(said.filter(([, types]) => types.length > 0)) };
};
