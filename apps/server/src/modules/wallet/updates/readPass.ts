import { createHash } from "node:crypto";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { isMembership, type WithHandler } from "@foyer/rules/catalog/handlers.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { WalletPass } from "../../../providers/wallet/wallet.ts";
import { findOrder } from "../../orders/readOrders.ts";
import { buildPass } from "../buildPass.ts";
import { codeAndKind, readPassTicket, type PassTicket } from "../readPassTicket.ts";
import { selectEndedTicket, selectTicketFacts, type EndedTicket, type PassRow } from "../wallet.sql.ts";

export type PassContext = Pick<RequestContext, "db" | "seller" | "providers" | "now">;

const hashOf = (scan_code: string): Buffer => createHash("sha256").update(scan_code).digest();

/** The ticket of a pass, if it still grants admission and is still with the person whom the pass was given to. */
const readActiveTicket = async (
  ctx: PassContext,
  { ticket_id, code_hash }: PassRow,
): Promise<PassTicket | undefined> => {
  const row = await selectTicketFacts(ctx, ticket_id);
  const order = row && (await findOrder(ctx, row.ticket_order_id));
  if (!row || !order) return undefined;
  const found = await readPassTicket(ctx, { row, order, reader_id: row.member_identity_id ?? undefined });
  return found?.isUsable && hashOf(found.ticket.scan_code).equals(code_hash) ? found : undefined;
};

/** A void pass: it shows the event it was for, but no name, seat or number. */
const buildVoidPass = (ctx: PassContext, { id }: PassRow, ended: EndedTicket): Omit<WalletPass, "pictures"> => {
  const { start_datetime, end_datetime } = ended;
  return buildPass(ctx, {
    id,
    scan_code: null,
    kind: isMembership(ended as WithHandler) ? "card" : "ticket",
    order_number: String(ended.order_number),
    expires: null,
    ticket: {
      ...ended,
      all_day: start_datetime !== null && end_datetime !== null && isAllDay({ start_datetime, end_datetime }, ended),
      admit_name: null,
      seat_name: null,
      venue_name: null,
      venue_address: null,
    },
  });
};

/** A pass as it is now, without its pictures. It is void if its ticket was cancelled or is with somebody else. */
export const readPass = async (ctx: PassContext, row: PassRow): Promise<Omit<WalletPass, "pictures"> | undefined> => {
  const active = await readActiveTicket(ctx, row);
  if (active) return buildPass(ctx, { ...active, id: row.id, ...codeAndKind(active) });
  const ended = await selectEndedTicket(ctx, row.ticket_id);
  return ended && buildVoidPass(ctx, row, ended);
};
