import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { DeskNote } from "./deskOrder.ts";
import { OrderListRow, ofOrder } from "./orders.ts";

/** The maximum number of orders and of notes that the page of a person shows. */
export const maxPersonRows = 100;

/**
 * The person who bought an order: their orders, which are those of the same account and those with the same address, and
 * the notes on them. Purchasers without an address have one order.
 */
export const PersonPage = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  has_account: z.boolean(),
  timezone: z.string(),
  /** Newest first. */
  orders: z.array(OrderListRow),
  /** There are more orders than are shown. */
  more: z.boolean(),
  /** The newest card among these orders; null without one, and for a reader without `member.read`. */
  member_id: z.nullable(Id),
  /** Pinned ones first, then the newest. Empty for a reader without `order.note`. */
  notes: z.array(z.object({ ...DeskNote.shape, order_number: z.int() })),
});
export type PersonPage = z.infer<typeof PersonPage>;

export const readPersonOfOrder = staffEndpoint({
  name: "readPersonOfOrder",
  method: "GET",
  path: "/orders/:order_number/person",
  summary: "Read the person who bought an order, with their orders and the notes on them",
  can: "order.read",
  audits: null,
  params: ofOrder,
  reply: PersonPage,
});
