import { queueLetter } from "../../outside/mail/queueLetter.ts";
import { cardLetter, type LetterCard } from "./cardLetter.ts";
import type { NewMembership } from "./issue.sql.ts";
import type { Shop } from "./issueMemberships.ts";
import type { Parties, SoldMembership } from "./sold.sql.ts";

type Issued = {
  readonly memberships: readonly NewMembership[];
  readonly holder_ticket_id: string;
  readonly level: SoldMembership;
  readonly sold: readonly Pick<SoldMembership, "ticket_type_id" | "type_name">[];
  readonly parties: Pick<Parties, "email" | "wants_mail">;
};

/**
 * Everybody on a membership who has an address gets their card there; the cards of those who have none come with its
 * holder's. Whoever wished for no letters at the till gets none.
 */
export const queueCards = async (
  shop: Shop,
  { memberships, holder_ticket_id, level, sold, parties }: Issued,
): Promise<void> => {
  const holder = memberships.find(({ ticket_id }) => ticket_id === holder_ticket_id);
  const without = memberships.filter((one) => one !== holder && one.holder_email === null);
  const names = new Map(sold.map(({ ticket_type_id, type_name }) => [ticket_type_id, type_name]));
  const card = (one: NewMembership): LetterCard => ({ ...one, type_name: names.get(one.ticket_type_id) ?? "" });
  for (const one of memberships) {
    if (one.holder_email === null) continue;
    if (!parties.wants_mail && one.holder_email.toLowerCase() === parties.email?.toLowerCase()) continue;
    await queueLetter(shop, {
      kind: "membership_card",
      ref_id: one.id,
      to_address: one.holder_email,
      letter: cardLetter(shop.seller, shop.outside.origin, {
        level_name: one.level_name,
        timezone: level.timezone,
        physical_card: level.physical_card,
        renewed: one.renews_id !== null,
        own: card(one),
        others: one === holder ? without.map(card) : [],
      }),
    });
  }
};
