import { queueChosenEmails, type QueuedEmail } from "../../../providers/mail/queueEmail.ts";
import { cardEmail, type EmailCard } from "./cardEmail.ts";
import type { NewMembership } from "../issue/issueMemberships.sql.ts";
import { withinFreeQuota } from "../issue/withinFreeQuota.ts";
import type { IssueContext } from "../issue/issueContext.ts";
import type { OrderParties, SoldMembership } from "../issue/soldMemberships.sql.ts";

type IssuedMemberships = {
  readonly memberships: readonly NewMembership[];
  readonly holder_ticket_id: string;
  readonly level: SoldMembership;
  readonly sold: readonly Pick<SoldMembership, "ticket_type_id" | "type_name">[];
  readonly parties: Pick<OrderParties, "email" | "wants_mail" | "is_free">;
  /** The level was changed within the term. */
  readonly isChange?: boolean;
};

/**
 * Sends each person on a membership their card; cards of people without an address go to its holder. A buyer who declined
 * e-mails at the checkout gets none. An address gets only a few cards of free memberships a day.
 */
export const queueCardEmails = async (
  ctx: IssueContext,
  { memberships, holder_ticket_id, level, sold, parties, isChange = false }: IssuedMemberships,
): Promise<void> => {
  const holder = memberships.find(({ ticket_id }) => ticket_id === holder_ticket_id);
  const withoutEmail = memberships.filter((one) => one !== holder && one.holder_email === null);
  const typeNames = new Map(sold.map(({ ticket_type_id, type_name }) => [ticket_type_id, type_name]));
  const toEmailCard = (one: NewMembership): EmailCard => ({
    ...one,
    type_name: typeNames.get(one.ticket_type_id) ?? "",
  });
  const emails = memberships.flatMap((one): QueuedEmail[] => {
    if (one.holder_email === null) return [];
    if (!parties.wants_mail && one.holder_email.toLowerCase() === parties.email?.toLowerCase()) return [];
    const email = cardEmail(ctx.seller, ctx.providers.origin, {
      level_name: one.level_name,
      timezone: level.timezone,
      physical_card: level.physical_card,
      renewed: one.renews_id !== null && !isChange,
      changed: isChange,
      own: toEmailCard(one),
      others: one === holder ? withoutEmail.map(toEmailCard) : [],
    });
    return [{ kind: "membership_card", ref_id: one.id, to_address: one.holder_email, email }];
  });
  await queueChosenEmails(ctx, parties.is_free ? await withinFreeQuota(ctx, emails) : emails);
};
