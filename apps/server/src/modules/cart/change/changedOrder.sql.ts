import type { SurveyAnswers } from "@foyer/contract/shop/forms/survey.ts";
import type { ChangePolicy } from "@foyer/rules/aftersale/changePolicy.ts";
import { statement, type Pipeline } from "../../../db/statements/statement.ts";

/** The columns of an order that decide its changes. */
export type ChangedOrderRow = {
  readonly id: string;
  readonly order_number: number;
  readonly cart_id: string;
  readonly currency: string;
  /** The purchaser. */
  readonly identity_id: string;
  readonly owner_identity_id: string;
  /** By event; null for orders made before policies were stored with them. */
  readonly change_policies: Readonly<Record<string, ChangePolicy>> | null;
  /** Survey answers, by ticket group. */
  readonly answers: Readonly<Record<string, SurveyAnswers>>;
};

export const readChangedOrderRow = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<ChangedOrderRow | undefined> => {
  const [row] = await statement<ChangedOrderRow>(
    pipeline,
    `select o.id, o.order_number, o.cart_id, o.currency, o.identity_id, o.owner_identity_id, o.change_policies, c.additional_info as answers
     from ticket_order o join cart c on c.seller_id = o.seller_id and c.id = o.cart_id
     where o.seller_id = $1 and o.id = $2`,
    [seller_id, order_id],
  );
  return row;
};
