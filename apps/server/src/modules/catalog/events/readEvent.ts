import type {
  getConfig,
  getEvent,
  getTicketGroup,
  listEventTemplates,
  MessageRule,
} from "@foyer/contract/shop/catalog.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { eventOfGroup, eventRows, messageRuleRows } from "./events.sql.ts";
import { readOffer, type Offer } from "../offer/readOffer.ts";
import { presentEvent, presentGroup, presentType, presentVenues } from "./presenters.ts";

/** An event with everything that this visitor can buy. */
export const readEvent = async (
  ctx: RequestContext,
  sent: Received<typeof getEvent>,
): Promise<Reply<typeof getEvent>> => {
  const offer = await readOffer(ctx, sent.event_template_id, {
    groups: sent["ticket_group.id._in"],
    hidden: sent["ticket_group.hidden_type"],
  });
  const embed = new Set(sent._embed);
  return {
    event_template: { _data: [presentEvent(offer.event)] },
    ...(offer.hasMoreForMembers && { more_for_members: true }),
    ...(embed.has("venue") && { venue: { _data: presentVenues([offer.event]) } }),
    ...presentOffer(ctx, offer, embed),
    ...(embed.has("message_rule") && { message_rule: { _data: await readMessageRules(ctx, offer) } }),
  };
};

/** The requested groups and types of an offer. */
export const presentOffer = (
  ctx: RequestContext,
  { event, groups }: Pick<Offer, "event" | "groups">,
  embed: ReadonlySet<string>,
  sessionPrices: Record<string, number> | null = null,
) => ({
  ...(embed.has("ticket_group") && {
    ticket_group: { _data: groups.map((group) => presentGroup(ctx, group, event, sessionPrices)) },
  }),
  ...(embed.has("ticket_type") && {
    ticket_type: {
      _data: groups.flatMap((group) => group.types.map((type) => presentType(ctx, event, type, sessionPrices))),
    },
  }),
});

/** Leaves out the ids of groups and types that the visitor cannot see. */
const readMessageRules = async (ctx: RequestContext, { event, groups }: Offer): Promise<MessageRule[]> => {
  const visibleIds = new Set(groups.flatMap((group) => [group.id, ...group.types.map(({ id }) => id)]));
  const onlyVisible = (ids: readonly string[] | undefined) => ids?.filter((id) => visibleIds.has(id));
  const rows = (await messageRuleRows(ctx, event.id)) as MessageRule[];
  return rows.flatMap((rule) => {
    const { quantity } = rule.triggers;
    if (!quantity) return [rule];
    const groupIds = onlyVisible(quantity.ticket_group_ids);
    const typeIds = onlyVisible(quantity.ticket_type_ids);
    const hadIds = quantity.ticket_group_ids?.length || quantity.ticket_type_ids?.length;
    const hasNames = quantity.ticket_group_names?.length || quantity.ticket_type_names?.length;
    if (hadIds && !hasNames && !groupIds?.length && !typeIds?.length) return [];
    const visibleQuantity = {
      ...quantity,
      ...(groupIds && { ticket_group_ids: groupIds }),
      ...(typeIds && { ticket_type_ids: typeIds }),
    };
    return [{ ...rule, triggers: { ...rule.triggers, quantity: visibleQuantity } }];
  });
};

/** Events by id, for lines of carts and orders. */
export const readEvents = async (
  ctx: RequestContext,
  sent: Received<typeof listEventTemplates>,
): Promise<Reply<typeof listEventTemplates>> => {
  const rows = await eventRows(ctx, sent["id._in"]);
  return {
    event_template: { _data: rows.map(presentEvent) },
    ...(sent._embed?.includes("venue") && { venue: { _data: presentVenues(rows) } }),
  };
};

/** Web settings of events. Groups have none. */
export const readConfig = async (
  ctx: RequestContext,
  sent: Received<typeof getConfig>,
): Promise<Reply<typeof getConfig>> => {
  const rows = await eventRows(ctx, sent["resource_id._in"]);
  return { config: { _data: rows.map(({ id, config }) => ({ resource_id: id, config })) } };
};

/** A group by its id. */
export const readGroup = async (
  ctx: RequestContext,
  sent: Received<typeof getTicketGroup>,
): Promise<Reply<typeof getTicketGroup>> => {
  const found = await eventOfGroup(ctx, sent.ticket_group_id);
  if (!found) throw new Refused({ code: "not_found" });
  const offer = await readOffer(ctx, found.event_template_id, { groups: [sent.ticket_group_id] });
  const [group] = offer.groups;
  if (!group) throw new Refused({ code: "not_found" });
  return {
    ticket_group: { _data: [presentGroup(ctx, group, offer.event)] },
    ...presentOffer(ctx, offer, new Set(sent._embed?.filter((name) => name === "ticket_type"))),
  };
};
