import type { DiscountedTicket } from "@foyer/rules/pricing/discounts.ts";
import { statement, type Pipeline } from "../../db/statements/statement.ts";
import { codeColumns } from "./codes.sql.ts";
import type { CodeLimits, CodeRow } from "./code.ts";

/** A code by normalised text, with the limits of its group; undefined for a retired one. */
export const codeByText = async (
  pipeline: Pipeline,
  seller_id: string,
  normalized: string,
): Promise<(CodeRow & { readonly group: CodeLimits }) | undefined> => {
  const [found] = await statement<CodeRow & { readonly group: CodeLimits }>(
    pipeline,
    `select ${codeColumns}, json_build_object('id', g.id, 'max_uses', g.max_uses, 'max_uses_each', g.max_uses_each, 'used', g.used) as "group"
     from code k join code_group g on g.seller_id = k.seller_id and g.id = k.code_group_id
     where k.seller_id = $1 and k.normalized = $2 and not k.retired and k.paused_at is null`,
    [seller_id, normalized],
  );
  return found;
};

/** A type as one ticket for computing discounts, with the fields to show. */
export type SoldType = DiscountedTicket & {
  readonly name: string;
  readonly currency_amount: number;
  readonly event_template_category: string | null;
};

/** Types with a fixed price that everybody can see and buy, in listing order. */
export const soldTypes = (pipeline: Pipeline, seller_id: string): Promise<SoldType[]> =>
  statement(
    pipeline,
    `select y.id as ticket_type_id, y.name, y.ticket_group_id, g.event_template_id, y.currency_amount, y.currency_amount as face_value,
       y.fee_fixed_outside, y.fee_percent_outside, g.handler, null as start_datetime, e.timezone, e.category as event_template_category
     from ticket_type y
     join ticket_group g on g.seller_id = y.seller_id and g.id = y.ticket_group_id
     join event_template e on e.seller_id = g.seller_id and e.id = g.event_template_id
     where y.seller_id = $1 and y.available and not y.retired and y.currency_amount_min is null
       and g.available and not g.retired and g.hidden_type = 'public_browsable'
       and not e.retired and e.hidden_type = 'public_browsable'
     order by e.rank, e.name, g.rank, g.id, y.rank, y.name`,
    [seller_id],
  );
