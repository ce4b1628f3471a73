import { fromDecimal } from "@foyer/rules/values/money.ts";
import { moveForVenue, quoteMove } from "../../../modules/aftersale/venue/moveForVenue.ts";
import type { VenueMove } from "../../../modules/aftersale/venue/requestMove.ts";
import type { CheckoutJobContext } from "../../../modules/checkout/context.ts";
import type { OrderRow } from "../../../modules/orders/readOrders.ts";
import type { VenueNote } from "../../../modules/checkout/change/recordOrderChange.ts";
import type { CommandContext } from "../../command.ts";
import { auditedChange } from "./auditedChange.ts";
import { destinationOf, listOf, noteOf, type Options } from "./options.ts";
import { quoteLines } from "./quoteLines.ts";

/** Prints the amounts of moving tickets, and moves them if confirmed. */
export const moveOrder = async (
  ctx: CheckoutJobContext,
  { print, now }: Pick<CommandContext, "print" | "now">,
  order: OrderRow,
  values: Options,
): Promise<number> => {
  const move = moveOf(values, now);
  const note = values.confirm ? noteOf(values) : undefined;
  const waivesDifference = values["waive-difference"] ?? false;
  const { change, waived } = note
    ? await moveForVenue(ctx, order, { ...move, note, waivesDifference, within: auditedMove(ctx, order, move, note) })
    : { change: await quoteMove(ctx, order, move), waived: "0" };
  const amounts = { ...change, waived };
  for (const line of quoteLines([...change.removed, ...change.along], amounts, order.currency)) print(line);
  if (note) print("Moved.");
  else if ((fromDecimal(change.due, order.currency) ?? 0) > 0)
    print("Nothing was changed. To move the tickets, repeat with --confirm and --waive-difference.");
  else print("Nothing was changed. To move the tickets, repeat with --confirm.");
  return 0;
};

const auditedMove = (ctx: CheckoutJobContext, order: OrderRow, move: VenueMove, note: VenueNote) => {
  const { event_session_id, ticket_ids, waivesFee } = move;
  const after = { event_session_id, ...(ticket_ids && { tickets: ticket_ids.length }), waives_fee: waivesFee };
  return auditedChange(ctx, { order, action: "order.moved", note, after });
};

const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** The move that the options describe. */
export const moveOf = (values: Options, now: Temporal.Instant): VenueMove => {
  const { to: event_session_id = "", type: ticket_type_id } = values;
  if (!isId(event_session_id)) throw new Error("--to must be the id of a session.");
  if (ticket_type_id !== undefined && !isId(ticket_type_id)) throw new Error("--type must be the id of a ticket type.");
  return {
    now,
    event_session_id,
    ticket_type_id,
    ticket_ids: listOf(values.tickets),
    seats: listOf(values.seats),
    refund_to: destinationOf("--refund-to", values["refund-to"]),
    waivesFee: values["waive-fee"] ?? false,
  };
};
