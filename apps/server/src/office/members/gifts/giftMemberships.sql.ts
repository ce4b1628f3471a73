import { wordsOfDirection } from "../../../db/keyset.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type GiftMembershipRow = {
  readonly id: string;
  readonly code_id: string;
  readonly version: string;
  readonly level: string;
  readonly physical_card: boolean;
  readonly timezone: string;
  readonly code: string;
  readonly state: "active" | "in_cart" | "redeemed" | "ended" | "cancelled";
  readonly valid_to: string | null;
  readonly bought_at: string;
  readonly giver_id: string;
  readonly giver_name: string;
  readonly giver_email: string | null;
  readonly giftee_id: string | null;
  readonly giftee_name: string;
  readonly giftee_email: string | null;
  readonly order_number: number;
  readonly redeemed_by: number | null;
};

const selectGifts = `
  select x.id, x.code_id, md5(concat_ws(',', k.valid_to, k.retired, k.used)) as version, g.name as level, g.physical_card, e.timezone, k.code,
    case when k.used > 0 and r.order_number is not null then 'redeemed' when k.retired then 'cancelled' when k.used > 0 then 'in_cart'
      when k.valid_to <= app_now() then 'ended' else 'active' end as state,
    k.valid_to, x.created_at as bought_at, b.id as giver_id, concat_ws(' ', b.first_name, b.last_name) as giver_name, b.email as giver_email,
    p.id as giftee_id, concat_ws(' ', p.first_name, p.last_name) as giftee_name, p.email as giftee_email, o.order_number,
    r.order_number as redeemed_by
  from membership_gift x
  join code k on k.seller_id = $1 and k.id = x.code_id
  join ticket_group g on g.seller_id = $1 and g.id = x.ticket_group_id
  join event_template e on e.seller_id = $1 and e.id = g.event_template_id
  join ticket_order o on o.seller_id = $1 and o.id = x.ticket_order_id
  join identity b on b.seller_id = $1 and b.id = o.identity_id
  left join identity p on p.seller_id = $1 and p.id = x.giftee_identity_id
  left join lateral (
    select w.order_number from cart_code u join ticket_order w on w.seller_id = $1 and w.cart_id = u.cart_id
    where u.seller_id = $1 and u.code_id = k.id and u.is_applied order by w.order_number desc limit 1) r on true
  where x.seller_id = $1`;

/** Newest first unless `isAscending`. `q` is part of a name or an address, or a full order number or code. */
export const selectGiftMemberships = (
  pipeline: Pipeline,
  seller_id: string,
  {
    q,
    code,
    isAscending,
    after,
    limit,
  }: { q: string | null; code: string | null; isAscending: boolean; after: string | null; limit: number },
): Promise<GiftMembershipRow[]> => {
  const { direction, beyond } = wordsOfDirection(!isAscending);
  return statementWithFreshPlan(
    pipeline,
    `${selectGifts}
       and ($2::text is null or k.normalized = $3 or o.order_number::text = $2
         or strpos(lower(concat_ws(' ', b.first_name, b.last_name, b.email)), lower($2)) > 0
         or strpos(lower(concat_ws(' ', p.first_name, p.last_name, p.email)), lower($2)) > 0)
       and ($4::uuid is null or (x.created_at, x.id) ${beyond} (
         select l.created_at, l.id from membership_gift l where l.seller_id = $1 and l.id = $4))
     order by x.created_at ${direction}, x.id ${direction} limit $5`,
    [seller_id, q, code, after, limit],
  );
};

export const findGiftMembership = async (
  pipeline: Pipeline,
  seller_id: string,
  gift_id: string,
): Promise<GiftMembershipRow | undefined> => {
  const [row] = await statementWithFreshPlan<GiftMembershipRow>(pipeline, `${selectGifts} and x.id = $2`, [
    seller_id,
    gift_id,
  ]);
  return row;
};

/** Locks the code of a gift, which redeeming it changes too, and then reads the gift. */
export const lockGiftMembership = async (
  pipeline: Pipeline,
  seller_id: string,
  gift_id: string,
): Promise<GiftMembershipRow | undefined> => {
  await statementWithFreshPlan(
    pipeline,
    `select from code k where k.seller_id = $1
       and k.id = (select x.code_id from membership_gift x where x.seller_id = $1 and x.id = $2) for update`,
    [seller_id, gift_id],
  );
  return findGiftMembership(pipeline, seller_id, gift_id);
};

export const setGiftEnd = async (
  pipeline: Pipeline,
  seller_id: string,
  { code_id, valid_to }: { readonly code_id: string; readonly valid_to: string },
): Promise<void> => {
  await statementWithFreshPlan(pipeline, `update code set valid_to = $3 where seller_id = $1 and id = $2`, [
    seller_id,
    code_id,
    valid_to,
  ]);
};

export const retireGiftCode = async (pipeline: Pipeline, seller_id: string, code_id: string): Promise<void> => {
  await statementWithFreshPlan(pipeline, `update code set retired = true where seller_id = $1 and id = $2`, [
    seller_id,
    code_id,
  ]);
};
