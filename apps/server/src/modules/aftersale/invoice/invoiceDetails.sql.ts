import type { InvoiceDetails } from "@foyer/contract/shop/aftersale/invoice.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { statement } from "../../../db/statements/statement.ts";

type Db = Pick<RequestContext, "db" | "seller">;

/** The last version of an order's details. Fields are null once erased. */
export type DetailsRow = {
  readonly version: number;
  readonly company: string | null;
  readonly tax_id: string | null;
  readonly address: string | null;
};

export const lastDetails = async ({ db, seller }: Db, order_id: string): Promise<DetailsRow | undefined> => {
  const [row] = await statement<DetailsRow>(
    db,
    `select version, company, tax_id, address from order_invoice
     where seller_id = $1 and ticket_order_id = $2 order by version desc limit 1`,
    [seller.id, order_id],
  );
  return row;
};

export const insertDetails = async (
  { db, seller }: Db,
  order_id: string,
  { version, company, tax_id, address }: InvoiceDetails & { readonly version: number },
): Promise<void> => {
  await db
    .insertInto("order_invoice")
    .values({ seller_id: seller.id, ticket_order_id: order_id, version, company, tax_id, address })
    .execute();
};

/** How many revisions an order's invoice has had since the purchase, and the time of the last one. */
export type Revisions = { readonly count: number; readonly last_at: string | null };

/** Counts corrected details, given-up or added tickets, and refunds without either. */
export const readRevisions = async ({ db, seller }: Db, order_id: string): Promise<Revisions> => {
  const [row] = await statement<Revisions>(
    db,
    `select count(*)::int as count, max(r.at) as last_at from (
       select created_at as at from order_invoice where seller_id = $1 and ticket_order_id = $2
       union all
       select created_at from order_change where seller_id = $1 and ticket_order_id = $2 and kind in ('cancel', 'change', 'refund')
       union all
       select f.created_at from payment p join refund f on f.seller_id = p.seller_id and f.payment_id = p.id
       where p.seller_id = $1 and p.ticket_order_id = $2 and f.order_change_id is null and f.state <> 'failed') r`,
    [seller.id, order_id],
  );
  return row ?? { count: 0, last_at: null };
};
