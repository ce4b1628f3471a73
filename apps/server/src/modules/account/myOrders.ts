import type { myOrders } from "@foyer/contract/account.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { OrderReply } from "@foyer/contract/orders.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { mostOrders, readOrders } from "../orders/readOrders.ts";
import { ordersOfOwner, ownOrderIds } from "./account.sql.ts";
import { requireMember } from "./requireMember.ts";

/** One's own orders, by their ids or the newest of them: nobody else's, whatever its id or token. */
export const readMyOrders = async (ask: Ask, sent: Received<typeof myOrders>): Promise<OrderReply> => {
  const { identity_id } = requireMember(ask);
  const wanted = sent["id._in"];
  if (wanted && wanted.length > mostOrders)
    throw new Refused({ code: "bad_field_value", extra: { fields: ["id._in"] } });
  const ids = wanted
    ? await ownOrderIds(ask, identity_id, wanted)
    : (await ordersOfOwner(ask, identity_id)).slice(0, mostOrders).map(({ id }) => id);
  return readOrders(ask, { ...sent, "id._in": ids });
};
