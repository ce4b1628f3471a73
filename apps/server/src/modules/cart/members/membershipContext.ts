import type { TicketRequest } from "@foyer/contract/shop/cart.ts";
import type { MembershipContext, OwnMembership } from "@foyer/rules/hold/catalogSnapshot.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

/** Memberships and giftees that changes of carts name, whoever's they are. */
export type LoadedMembers = {
  readonly memberships: readonly OwnMembership[];
  readonly giftees: readonly { readonly id: string; readonly named_by: string }[];
};

const noMembers: LoadedMembers = { memberships: [], giftees: [] };

/**
 * What is named in these wishes. A membership is read and not locked: two that renew one at the same moment follow each
 * other when they are paid (modules/membership/renewals.ts). Costs nothing where nothing is named.
 */
export const readNamedMembers = async (
  wire: Pipeline,
  seller_id: string,
  lines: readonly Pick<TicketRequest, "membership">[],
): Promise<LoadedMembers> => {
  const renewed = lines.flatMap(({ membership }) => membership?.renews_id ?? []);
  const giftees = lines.flatMap(({ membership }) => membership?.giftee_identity_id ?? []);
  if (renewed.length + giftees.length === 0) return noMembers;
  const [known] = await statementWithFreshPlan<LoadedMembers>(wire, namedMembers, [seller_id, renewed, giftees]);
  return known ?? noMembers;
};

const namedMembers = `
  select
    (select coalesce(json_agg(json_build_object('id', m.id, 'identity_id', m.identity_id, 'valid_to', m.valid_to, 'timezone', e.timezone,
        'is_last', m.state = 'active' and not exists (
          select from membership n where n.seller_id = m.seller_id and n.renews_id = m.id and n.state = 'active'))), '[]')
      from membership m join event_template e on e.seller_id = m.seller_id and e.id = m.event_template_id
      where m.seller_id = $1 and m.id = any($2::uuid[])) as memberships,
    (select coalesce(json_agg(json_build_object('id', i.id, 'named_by', i.named_by_id)), '[]')
      from identity i where i.seller_id = $1 and i.id = any($3::uuid[]) and i.kind = 'guest' and i.named_by_id is not null) as giftees`;

/** What is known of it to whoever asks: an id alone opens nothing (T70). */
export const membershipContext = (
  { visitor, seller }: RequestContext,
  { memberships, giftees }: LoadedMembers,
): MembershipContext => ({
  memberships: new Map(memberships.map((one) => [one.id, one])),
  giftees: new Set(giftees.filter(({ named_by }) => named_by === visitor?.identity_id).map(({ id }) => id)),
  member_id: visitor?.strength === "full" ? visitor.member_id : null,
  allowed_period: seller.configuration.renewal?.allowed_period,
});

/** Whom a present among these is for, where it says so. */
export const gifteeIdIn = (lines: readonly Pick<TicketRequest, "membership">[]): string | null =>
  lines.flatMap(({ membership }) => membership?.giftee_identity_id ?? [])[0] ?? null;
