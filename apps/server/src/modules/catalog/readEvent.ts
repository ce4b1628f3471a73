import type { getConfig, getEvent, getTicketGroup, listEventTemplates, MessageRule } from "@foyer/contract/catalog.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { eventOfGroup, eventRows, messageRuleRows } from "./catalog.sql.ts";
import { readOffer, type Offer } from "./offer.ts";
import { sayEvent, sayGroup, sayType, sayVenues } from "./replies.ts";

/** One event with what this visitor can buy of it. */
export const readEvent = async (ask: Ask, sent: Received<typeof getEvent>): Promise<Reply<typeof getEvent>> => {
  const offer = await readOffer(ask, sent.event_template_id, {
    groups: sent["ticket_group.id._in"],
    hidden: sent["ticket_group.hidden_type"],
  });
  const embed = new Set(sent._embed);
  return {
    event_template: { _data: [sayEvent(offer.event)] },
    ...(offer.moreForMembers && { more_for_members: true }),
    ...(embed.has("venue") && { venue: { _data: sayVenues([offer.event]) } }),
    ...sayOffered(ask, offer, embed),
    ...(embed.has("message_rule") && { message_rule: { _data: await readMessageRules(ask, offer) } }),
  };
};

/** Groups and types of an offer, where they are wished for. */
export const sayOffered = (
  ask: Ask,
  { event, groups }: Pick<Offer, "event" | "groups">,
  embed: ReadonlySet<string>,
  own: Record<string, number> | null = null,
) => ({
  ...(embed.has("ticket_group") && {
    ticket_group: { _data: groups.map((group) => sayGroup(ask, group, event, own)) },
  }),
  ...(embed.has("ticket_type") && {
    ticket_type: { _data: groups.flatMap((group) => group.types.map((type) => sayType(ask, event, type, own))) },
  }),
});

/** Rules about groups or types that the visitor does not see would give their ids away: these ids are left out. */
const readMessageRules = async (ask: Ask, { event, groups }: Offer): Promise<MessageRule[]> => {
  const seen = new Set(groups.flatMap((group) => [group.id, ...group.types.map(({ id }) => id)]));
  const onlySeen = (ids: readonly string[] | undefined) => ids?.filter((id) => seen.has(id));
  const rows = (await messageRuleRows(ask, event.id)) as MessageRule[];
  return rows.flatMap((rule) => {
    const { quantity } = rule.triggers;
    if (!quantity) return [rule];
    const groupIds = onlySeen(quantity.ticket_group_ids);
    const typeIds = onlySeen(quantity.ticket_type_ids);
    const wasAboutIds = quantity.ticket_group_ids?.length || quantity.ticket_type_ids?.length;
    const isAboutNames = quantity.ticket_group_names?.length || quantity.ticket_type_names?.length;
    if (wasAboutIds && !isAboutNames && !groupIds?.length && !typeIds?.length) return [];
    const told = {
      ...quantity,
      ...(groupIds && { ticket_group_ids: groupIds }),
      ...(typeIds && { ticket_type_ids: typeIds }),
    };
    return [{ ...rule, triggers: { ...rule.triggers, quantity: told } }];
  });
};

/** Events for lines of carts and orders. */
export const readEvents = async (
  ask: Ask,
  sent: Received<typeof listEventTemplates>,
): Promise<Reply<typeof listEventTemplates>> => {
  const rows = await eventRows(ask, sent["id._in"]);
  return {
    event_template: { _data: rows.map(sayEvent) },
    ...(sent._embed?.includes("venue") && { venue: { _data: sayVenues(rows) } }),
  };
};

/** Web settings of events. Groups have none of their own. */
export const readConfig = async (ask: Ask, sent: Received<typeof getConfig>): Promise<Reply<typeof getConfig>> => {
  const rows = await eventRows(ask, sent["resource_id._in"]);
  return { config: { _data: rows.map(({ id, config }) => ({ resource_id: id, config })) } };
};

/** One group, by its link. */
export const readGroup = async (
  ask: Ask,
  sent: Received<typeof getTicketGroup>,
): Promise<Reply<typeof getTicketGroup>> => {
  const found = await eventOfGroup(ask, sent.ticket_group_id);
  if (!found) throw new Refused({ code: "not_found" });
  const offer = await readOffer(ask, found.event_template_id, { groups: [sent.ticket_group_id] });
  const [group] = offer.groups;
  if (!group) throw new Refused({ code: "not_found" });
  return {
    ticket_group: { _data: [sayGroup(ask, group, offer.event)] },
    ...sayOffered(ask, offer, new Set(sent._embed?.filter((name) => name === "ticket_type"))),
  };
};
