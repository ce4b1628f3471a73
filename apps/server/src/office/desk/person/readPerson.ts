import { maxPersonRows, type PersonPage, type readPersonOfOrder } from "@foyer/contract/office/orders/person.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { foldText } from "@foyer/rules/orders/searchTerms.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { requireDeskOrder } from "../deskOrders.ts";
import { presentOrderRow } from "../list/listOrders.ts";
import { readOrderSummaries } from "../list/orderList.sql.ts";
import { newestCardOf, notesOfOrders, ordersOfPurchaser, purchaserDetails } from "./person.sql.ts";

/** Words of orders have at most so many characters. */
const wordLength = 80;

/** The person who bought an order. Cards and notes are left out if the reader cannot read them. */
export const readPerson = async (
  ctx: StaffContext,
  { order_number }: StaffReceived<typeof readPersonOfOrder>,
): Promise<PersonPage> => {
  const { db, seller, staff } = ctx;
  const order = await requireDeskOrder(ctx, order_number);
  const purchaser = await purchaserDetails(db, seller.id, order.id);
  const email = purchaser?.email ?? null;
  const word = email === null ? null : foldText(email).slice(0, wordLength);
  const found = await ordersOfPurchaser(db, seller.id, { order_id: order.id, email, word, limit: maxPersonRows + 1 });
  const orders = found.slice(0, maxPersonRows);
  const order_ids = orders.map(({ id }) => id);
  const [summaries, notes, member_id] = await Promise.all([
    readOrderSummaries(
      ctx,
      orders.map(({ order_number }) => order_number),
    ),
    staff.can("order.note") ? notesOfOrders(db, seller.id, order_ids, maxPersonRows) : [],
    staff.can("member.read") ? newestCardOf(db, seller.id, order_ids) : undefined,
  ]);
  return {
    name: [purchaser?.first_name, purchaser?.last_name].filter(Boolean).join(" "),
    email,
    phone: purchaser?.phone ?? null,
    has_account: purchaser?.has_account === true,
    timezone: seller.timezone,
    orders: summaries.map(presentOrderRow),
    more: found.length > maxPersonRows,
    member_id: member_id ?? null,
    notes,
  };
};
