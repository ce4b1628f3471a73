import { defaultPartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import type { SoldMembership } from "./soldMemberships.sql.ts";

/** What a membership has from the ticket that it is sold with: its level, and what the level gives. */
export const levelOfTicket = (ticket: SoldMembership) => ({
  ticket_id: ticket.ticket_id,
  event_template_id: ticket.event_template_id,
  ticket_group_id: ticket.ticket_group_id,
  ticket_type_id: ticket.ticket_type_id,
  membership_program_id: ticket.membership_program_id,
  membership_role_id: ticket.membership_role_id,
  level_name: ticket.level_name,
  party_role: (ticket.rule ?? defaultPartyRule).party_role,
  benefits: ticket.benefits,
  purchase_limit: ticket.purchase_limit,
});
