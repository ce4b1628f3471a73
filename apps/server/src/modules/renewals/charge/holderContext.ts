import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { defaultPartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { contextWithoutSession, noClient } from "../../../http/session/contextWithoutSession.ts";
import type { RequestContext, Visitor } from "../../../http/requestContext.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import type { PartyRow, RenewalRow } from "../renewals.sql.ts";

/** The request context of an automatic renewal: the payer is the visitor, acting for the holder, without a session. */
export const holderContext = (
  ctx: CheckoutJobContext,
  { identity_id, holder_id }: Pick<RenewalRow, "identity_id" | "holder_id">,
): RequestContext => {
  const visitor: Visitor = {
    identity_id,
    role: "member",
    strength: "full",
    member_id: holder_id,
    token_hash: Buffer.alloc(0),
    fresh: false,
  };
  return contextWithoutSession({ ...ctx, ...noClient, now: Temporal.Now.instant() }, visitor);
};

/** Requests the same level for the same people, as a manual renewal does. */
export const renewalTickets = ({
  membership_id,
  event_template_id,
  party,
}: Pick<RenewalRow, "membership_id" | "event_template_id" | "party">): TicketRequest => ({
  event_template_id,
  membership: { action: "renew", renews_id: membership_id },
  ticket_types_required: [...Map.groupBy(party, ({ ticket_type_id }) => ticket_type_id)].map(
    ([ticket_type_id, people]) => ({
      ticket_type_id,
      quantity: people.length,
      ...(asksNames(people) && { admit_names: people.map(({ holder_name }) => holder_name ?? "") }),
      ...(asksEmails(people) && { admit_emails: people.map(({ holder_email }) => holder_email ?? "") }),
    }),
  ),
});

const asksNames = ([one]: readonly PartyRow[]): boolean => (one?.names ?? defaultPartyRule.named) !== "no";
const asksEmails = ([one]: readonly PartyRow[]): boolean => (one?.emails ?? defaultPartyRule.emailed) !== "no";
