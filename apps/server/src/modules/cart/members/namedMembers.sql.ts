import type { OwnMembership } from "@foyer/rules/hold/catalogSnapshot.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** The memberships and gift recipients that changes of carts name, whoever owns them. */
export type LoadedMembers = {
  readonly memberships: readonly OwnMembership[];
  readonly giftees: readonly { readonly id: string; readonly named_by: string }[];
};

export const noMembers: LoadedMembers = { memberships: [], giftees: [] };

export const namedMemberRows = async (
  pipeline: Pipeline,
  seller_id: string,
  { renewed, giftees }: { readonly renewed: readonly string[]; readonly giftees: readonly string[] },
): Promise<LoadedMembers> => {
  const [row] = await statementWithFreshPlan<LoadedMembers>(pipeline, namedMembers, [seller_id, renewed, giftees]);
  return row ?? noMembers;
};

const namedMembers = `
  select
    (select coalesce(json_agg(json_build_object('id', m.id, 'identity_id', m.identity_id, 'valid_to', m.valid_to, 'timezone', e.timezone,
        'is_last', m.state = 'active' and not exists (
          select from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active'))), '[]')
      from membership m join event_template e on e.seller_id = m.seller_id and e.id = m.event_template_id
      where m.seller_id = $1 and m.id = any($2::uuid[])) as memberships,
    (select coalesce(json_agg(json_build_object('id', i.id, 'named_by', i.created_by_identity_id)), '[]')
      from identity i where i.seller_id = $1 and i.id = any($3::uuid[]) and i.kind = 'guest' and i.created_by_identity_id is not null) as giftees`;
