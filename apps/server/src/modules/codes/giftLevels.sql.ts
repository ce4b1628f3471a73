import type { DiscountedTicket } from "@foyer/rules/pricing/discounts.ts";
import type { PartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../db/handlerList.ts";
import { statement, type Pipeline } from "../../db/statements/statement.ts";

export type GiftLevelRow = {
  readonly ticket_group_id: string;
  readonly event_template_id: string;
  readonly name: string;
  readonly rank: number;
  /** One ticket of each type, and the type's minimum number. */
  readonly types: readonly (DiscountedTicket & { readonly min: PartyRule["min"] })[];
};

/** The membership levels on sale, including those behind a link, because a gift code counts as such a link. */
export const giftLevelRows = (pipeline: Pipeline, seller_id: string): Promise<GiftLevelRow[]> =>
  statement(
    pipeline,
    `select g.id as ticket_group_id, g.event_template_id, g.name, coalesce(p.rank, 1) as rank,
       (select json_agg(json_build_object('ticket_type_id', y.id, 'ticket_group_id', g.id, 'event_template_id', g.event_template_id,
           'face_value', y.currency_amount, 'fee_fixed_outside', y.fee_fixed_outside, 'fee_percent_outside', y.fee_percent_outside,
           'handler', g.handler, 'start_datetime', null, 'timezone', e.timezone, 'min', coalesce(r.min, 1)) order by y.rank, y.name, y.id)
         from ticket_type y left join membership_rule r on r.seller_id = y.seller_id and r.ticket_type_id = y.id
         where y.seller_id = $1 and y.ticket_group_id = g.id and y.available and not y.retired) as types
     from ticket_group g
     join event_template e on e.seller_id = g.seller_id and e.id = g.event_template_id
     left join membership_program p on p.seller_id = g.seller_id and p.id = g.membership_program_id
     where g.seller_id = $1 and g.handler in ${handlerList(isMembership)} and g.available and not g.retired and not e.retired
       and g.hidden_type <> 'public_member_only' and e.hidden_type <> 'public_member_only'
       and exists (select from ticket_type y where y.seller_id = $1 and y.ticket_group_id = g.id and y.available and not y.retired)
     order by e.rank, e.name, g.rank, g.id`,
    [seller_id],
  );
