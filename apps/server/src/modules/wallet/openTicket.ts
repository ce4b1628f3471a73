import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { findOrder, mayOpen } from "../orders/readOrders.ts";
import { ticketSheet, type PrintedTicket } from "../orders/ticketSheet.ts";
import { ticketFacts } from "./wallet.sql.ts";

export type OpenTicket = {
  readonly order: NonNullable<Awaited<ReturnType<typeof findOrder>>>;
  readonly ticket: PrintedTicket;
  /** When it opens nothing any more; null without end. */
  readonly expires: string | null;
  /** It still lets somebody in. */
  readonly isGood: boolean;
};

const noSuchTicket = (): Refused => new Refused({ code: "not_found", context: "wallet" });

/**
 * A ticket that the visitor may have a pass of: of an order that they may open, or their own card as a member. Refused
 * like one that is not there (T77).
 */
export const openTicket = async (
  ask: Ask,
  { ticket_id, token }: { readonly ticket_id: string; readonly token?: string | undefined },
): Promise<OpenTicket> => {
  const facts = await ticketFacts(ask, ticket_id);
  const order = facts && (await findOrder(ask, facts.ticket_order_id));
  if (!facts || !order) throw noSuchTicket();
  const isTheirs = ask.visitor?.role === "member" && facts.member_identity_id === ask.visitor.identity_id;
  if (!isTheirs && !mayOpen(ask, order, token)) throw noSuchTicket();
  const reader_id = isTheirs ? ask.visitor?.identity_id : undefined;
  const ticket = (await ticketSheet(ask.db, ask.seller, order, reader_id)).find(({ id }) => id === ticket_id);
  if (!ticket) throw noSuchTicket();
  const expires = ticket.end_datetime ?? facts.valid_to;
  const isOver = expires !== null && Temporal.Instant.compare(Temporal.Instant.from(expires), ask.now) <= 0;
  return { order, ticket, expires, isGood: facts.state === "booked" && !isOver };
};
