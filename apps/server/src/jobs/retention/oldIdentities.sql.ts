import type { Database } from "../../db/connections.ts";
import { statementWithFreshPlan } from "../../db/statements/statement.ts";

/** Whether nothing that is kept refers to the identity `i`. */
const isUnreferenced = [
  ...["identity_id", "purchaser_identity_id", "giftee_identity_id"].map((column) => ["cart", column]),
  ...["identity_id", "owner_identity_id"].map((column) => ["ticket_order", column]),
  ...["identity_id", "member_identity_id"].map((column) => ["visitor_session", column]),
  ["identity", "created_by_identity_id"],
  ["membership", "identity_id"],
  ["membership_gift", "giftee_identity_id"],
  ["saved_payment_method", "identity_id"],
  ["auto_renewal", "identity_id"],
  ["external_login", "identity_id"],
  ["login_token", "identity_id"],
  ["user_login", "identity_id"],
]
  .map(([table, column]) => `not exists (select from ${table} x where x.seller_id = $1 and x.${column} = i.id)`)
  .join("\n    and ");

const isWithoutPurchase = `
  not exists (select from ticket_order o where o.seller_id = $1 and o.identity_id = i.id)
  and not exists (select from ticket_order o where o.seller_id = $1 and o.owner_identity_id = i.id)
  and not exists (select from membership m where m.seller_id = $1 and m.identity_id = i.id)
  and not exists (select from membership_gift g where g.seller_id = $1 and g.giftee_identity_id = i.id)
  and ${["identity_id", "purchaser_identity_id", "giftee_identity_id"]
    .map(
      (column) => `not exists (select from cart c where c.seller_id = $1 and c.${column} = i.id
    and (c.state <> 'expired' or c.created_at >= app_now() - make_interval(days => $5::int)))`,
    )
    .join("\n  and ")}`;

const holdsPersonalData = `num_nonnulls(i.first_name, i.last_name, i.email, i.phone, i.address, i.address_more, i.city, i.state,
  i.region, i.country, i.zip_code, i.gift_aid_eligible) > 0 or i.additional_info <> '{}' or i.meta <> '{}'`;

/** Excludes identities on either side of a merge: they are only erased together with their person. */
const isNotMerged = `not exists (select from merged_identity x where x.seller_id = $1 and i.id in (x.identity_id, x.kept_identity_id))`;

/** Clears the personal data of a person whose rows have to stay. */
export const blankPerson = `first_name = null, last_name = null, email = null, phone = null, address = null, address_more = null,
  city = null, state = null, region = null, country = null, zip_code = null, gift_aid_eligible = null, additional_info = '{}', meta = '{}'`;

// A user's account is never deleted because of its age; `foyer person erase` deletes it.
const cleanStatement = `
  with looked as materialized (
    select id from identity where seller_id = $1 and id > $2 order by id limit $3),
  removable as (
    select i.id from looked l join identity i on i.seller_id = $1 and i.id = l.id
    where i.kind in ('public', 'guest') and i.created_at < app_now() - make_interval(days => $4::int)
      and ${isNotMerged} and ${isUnreferenced}
    for update of i skip locked),
  blankable as (
    select i.id from looked l join identity i on i.seller_id = $1 and i.id = l.id
    where i.kind in ('public', 'guest') and i.created_at < app_now() - make_interval(days => $5::int)
      and (${holdsPersonalData}) and ${isNotMerged} and i.id not in (select id from removable) and ${isWithoutPurchase}
    for update of i skip locked),
  removed as (delete from identity i using removable r where i.seller_id = $1 and i.id = r.id returning i.id),
  blanked as (update identity i set ${blankPerson} from blankable b where i.seller_id = $1 and i.id = b.id returning i.id)
  select (select id from looked order by id desc limit 1) as last_id, (select count(*)::int from looked) as looked,
    (select count(*)::int from removed) as removed, (select count(*)::int from blanked) as blanked`;

export type CleanedIdentities = {
  readonly last_id: string | null;
  readonly looked: number;
  readonly removed: number;
  readonly blanked: number;
};

/**
 * Checks the next identities after `afterId`, deletes those that nothing refers to, and blanks those whose payments led
 * to no order.
 */
export const cleanNextIdentities = async (
  db: Database,
  of: { readonly seller_id: string; readonly afterId: string; readonly limit: number },
  days: { readonly visitors: number; readonly abandoned: number },
): Promise<CleanedIdentities> => {
  const [cleaned] = await statementWithFreshPlan<CleanedIdentities>(db, cleanStatement, [
    of.seller_id,
    of.afterId,
    of.limit,
    days.visitors,
    days.abandoned,
  ]);
  return cleaned ?? { last_id: null, looked: 0, removed: 0, blanked: 0 };
};
