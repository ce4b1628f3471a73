import type { TicketsWanted } from "@foyer/contract/cart.ts";
import type { MembershipDesk, OwnMembership } from "@foyer/rules/membershipSale.ts";
import { statementPlannedAnew, type Wire } from "../../db/statement.ts";
import type { Ask } from "../../http/ask.ts";

/** Memberships and giftees that changes of carts name, whoever's they are. */
export type KnownMembers = {
  readonly memberships: readonly OwnMembership[];
  readonly giftees: readonly { readonly id: string; readonly named_by: string }[];
};

const nobody: KnownMembers = { memberships: [], giftees: [] };

/**
 * What is named in these wishes. A membership is read and not locked: two that renew one at the same moment follow each
 * other when they are paid (modules/membership/renewals.ts). Costs nothing where nothing is named.
 */
export const membersNamed = async (
  wire: Wire,
  seller_id: string,
  lines: readonly Pick<TicketsWanted, "membership">[],
): Promise<KnownMembers> => {
  const renewed = lines.flatMap(({ membership }) => membership?.renews_id ?? []);
  const giftees = lines.flatMap(({ membership }) => membership?.giftee_identity_id ?? []);
  if (renewed.length + giftees.length === 0) return nobody;
  const [known] = await statementPlannedAnew<KnownMembers>(wire, named, [seller_id, renewed, giftees]);
  return known ?? nobody;
};

const named = `
  select
    (select coalesce(json_agg(json_build_object('id', m.id, 'identity_id', m.identity_id, 'valid_to', m.valid_to, 'timezone', e.timezone,
        'is_last', m.state = 'active' and not exists (
          select from membership n where n.seller_id = m.seller_id and n.renews_id = m.id and n.state = 'active'))), '[]')
      from membership m join event_template e on e.seller_id = m.seller_id and e.id = m.event_template_id
      where m.seller_id = $1 and m.id = any($2::uuid[])) as memberships,
    (select coalesce(json_agg(json_build_object('id', i.id, 'named_by', i.named_by_id)), '[]')
      from identity i where i.seller_id = $1 and i.id = any($3::uuid[]) and i.kind = 'guest' and i.named_by_id is not null) as giftees`;

/** What is known of it to whoever asks: an id alone opens nothing (T70). */
export const deskFor = ({ visitor, seller }: Ask, { memberships, giftees }: KnownMembers): MembershipDesk => ({
  memberships: new Map(memberships.map((one) => [one.id, one])),
  giftees: new Set(giftees.filter(({ named_by }) => named_by === visitor?.identity_id).map(({ id }) => id)),
  member_id: visitor?.strength === "full" ? visitor.member_id : null,
  allowed_period: seller.configuration.renewal?.allowed_period,
});

/** Whom a present among these is for, where it says so. */
export const gifteeIn = (lines: readonly Pick<TicketsWanted, "membership">[]): string | null =>
  lines.flatMap(({ membership }) => membership?.giftee_identity_id ?? [])[0] ?? null;
