import type { RequestContext } from "../../http/requestContext.ts";
import { statement, withAnswer } from "../../db/statements/statement.ts";

/** Records the scan codes of booked tickets before they are replaced, so that the gate recognises and refuses them. */
export const keepReplacedCodes = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  ticket_ids: readonly string[],
): Promise<unknown> =>
  statement(
    db,
    `insert into replaced_code (seller_id, code_hash, ticket_id)
     select $1, sha256(convert_to(t.scan_code, 'UTF8')), t.id from ticket t
     where t.seller_id = $1 and t.id = any($2::uuid[]) and t.state = 'booked' on conflict do nothing ${withAnswer}`,
    [seller.id, ticket_ids],
  );
