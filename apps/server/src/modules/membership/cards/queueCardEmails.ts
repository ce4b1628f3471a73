import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { cardEmail, type EmailCard } from "./cardEmail.ts";
import type { NewMembership } from "../issue/issueMemberships.sql.ts";
import type { MembershipContext } from "../issue/issueMemberships.ts";
import type { OrderParties, SoldMembership } from "../issue/soldMemberships.sql.ts";

type IssuedMemberships = {
  readonly memberships: readonly NewMembership[];
  readonly holder_ticket_id: string;
  readonly level: SoldMembership;
  readonly sold: readonly Pick<SoldMembership, "ticket_type_id" | "type_name">[];
  readonly parties: Pick<OrderParties, "email" | "wants_mail">;
};

/**
 * Everybody on a membership who has an address gets their card there; the cards of those who have none come with its
 * holder's. Whoever wished for no letters at the till gets none.
 */
export const queueCardEmails = async (
  ctx: MembershipContext,
  { memberships, holder_ticket_id, level, sold, parties }: IssuedMemberships,
): Promise<void> => {
  const holder = memberships.find(({ ticket_id }) => ticket_id === holder_ticket_id);
  const withoutEmail = memberships.filter((one) => one !== holder && one.holder_email === null);
  const typeNames = new Map(sold.map(({ ticket_type_id, type_name }) => [ticket_type_id, type_name]));
  const toEmailCard = (one: NewMembership): EmailCard => ({
    ...one,
    type_name: typeNames.get(one.ticket_type_id) ?? "",
  });
  for (const one of memberships) {
    if (one.holder_email === null) continue;
    if (!parties.wants_mail && one.holder_email.toLowerCase() === parties.email?.toLowerCase()) continue;
    await queueEmail(ctx, {
      kind: "membership_card",
      ref_id: one.id,
      to_address: one.holder_email,
      email: cardEmail(ctx.seller, ctx.providers.origin, {
        level_name: one.level_name,
        timezone: level.timezone,
        physical_card: level.physical_card,
        renewed: one.renews_id !== null,
        own: toEmailCard(one),
        others: one === holder ? withoutEmail.map(toEmailCard) : [],
      }),
    });
  }
};
