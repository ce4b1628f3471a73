import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { endpoint } from "../../endpoint.ts";
import { shownTicket } from "./shownTicket.ts";

/** The token that opens one ticket, and not the order it belongs to. */
export const TicketToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/));

/** A ticket to show at the door. Its token opens this ticket alone, so a ticket can be given on without the order. */
export const DoorTicket = z.object({
  ...shownTicket,
  /** A membership card has a term in place of a date. */
  kind: z.enum(["ticket", "card"]),
  scan_code: z.string(),
  token: TicketToken,
});
export type DoorTicket = z.infer<typeof DoorTicket>;

const ticketFile = {
  method: "GET",
  raw: true,
  params: z.strictObject({ ticket_id: Id }),
  query: z.strictObject({ token: z.optional(TicketToken) }),
  reply: z.unknown(),
} as const;

export const getTicketQrCode = endpoint({
  ...ticketFile,
  name: "getTicketQrCode",
  path: "/ticket/:ticket_id/qrcode",
  summary: "A ticket's QR code as an image. Only the ticket's own token opens it. Never stored by shared caches.",
  cached: true,
});

export const getTicketPdf = endpoint({
  ...ticketFile,
  name: "getTicketPdf",
  path: "/ticket/:ticket_id/ticket.pdf",
  summary: "One ticket as a PDF, to be given on: without its price. Only the ticket's own token opens it.",
  mediaType: "application/pdf",
});
