import type { SurveyAnswers, SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import { statement, type Pipeline } from "../../../db/statements/statement.ts";

/** The survey of a group with held tickets. */
export type SurveyRow = {
  readonly cart_id: string;
  readonly ticket_group_id: string;
  readonly handler: Handler;
  /** From one of the group's tickets. */
  readonly handler_data: Record<string, unknown> | null;
  readonly spec: SurveySpec;
  readonly answers: SurveyAnswers;
};

/**
 * The surveys of locked carts, with the answers stored so far. The cart of an automatic renewal has none, because nobody
 * is present to answer. `offset 0` as in `lockCheckout.sql.ts`.
 */
export const readSurveys = (pipeline: Pipeline, seller_id: string, cart_ids: readonly string[]): Promise<SurveyRow[]> =>
  statement(
    pipeline,
    `select held.cart_id, held.ticket_group_id, g.handler, held.handler_data, g.additional_info_spec as spec,
       coalesce(c.additional_info -> held.ticket_group_id::text, '{}') as answers
     from (select t.cart_id, t.ticket_group_id, (array_agg(t.handler_data order by t.id))[1] as handler_data
       from unnest($2::uuid[]) as asked (id)
       cross join lateral (select * from ticket where cart_id = asked.id and seller_id = $1 and state in ('held', 'in_cart') offset 0) t
       group by t.cart_id, t.ticket_group_id) held
     cross join lateral (select additional_info from cart
       where seller_id = $1 and id = held.cart_id and channel_id <> 'auto_renew' offset 0) c
     cross join lateral (select handler, additional_info_spec from ticket_group
       where seller_id = $1 and id = held.ticket_group_id and additional_info_spec is not null offset 0) g
     order by held.cart_id, held.ticket_group_id`,
    [seller_id, cart_ids],
  );

/** Replaces the stored answers of the given groups. */
export const writeAnswers = async (
  pipeline: Pipeline,
  seller_id: string,
  writes: readonly { readonly cart_id: string; readonly answers: object }[],
): Promise<void> => {
  const changed = writes.filter(({ answers }) => Object.keys(answers).length > 0);
  if (changed.length === 0) return;
  await statement(
    pipeline,
    `update cart c set additional_info = c.additional_info || w.answers
     from unnest($2::uuid[], $3::jsonb[]) as w (id, answers)
     where c.seller_id = $1 and c.id = any($2::uuid[]) and c.id = w.id`,
    [seller_id, changed.map(({ cart_id }) => cart_id), changed.map(({ answers }) => JSON.stringify(answers))],
  );
};
