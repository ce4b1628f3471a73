import type { RequestContext } from "../../../http/requestContext.ts";
import { openChangeRow, type OpenChangeRow } from "./openChange.sql.ts";

export type { OpenChangeRow } from "./openChange.sql.ts";

/** The change of an order that is neither confirmed nor discarded. */
export const findOpenChange = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  order_id: string,
): Promise<OpenChangeRow | undefined> => openChangeRow(db, seller.id, order_id);
