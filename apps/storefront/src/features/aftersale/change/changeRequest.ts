import type { Cart, Ticket } from "@foyer/contract/shop/cart.ts";
import type { AddedTicket } from "@foyer/contract/shop/cartChange.ts";
import type { OrderChange } from "../aftersale.queries.ts";

/** A ticket of an order that can be moved or exchanged. */
export type MovableTicket = Pick<
  Ticket,
  "id" | "ticket_type_id" | "ticket_group_id" | "admit_name" | "admit_email" | "face_value" | "seat_name"
>;

/** The type of a ticket after a change. */
export type NewType = { readonly id: string; readonly ticket_group_id: string; readonly name: string };
export type ChangedTicket = MovableTicket & { readonly new_type: NewType };

/** A change that is already open: its cart and the cart's tickets. */
export type OpenedChange = { readonly change: NonNullable<Cart["change"]>; readonly tickets: readonly Ticket[] };

/** The same ticket for a session, with another type if it is exchanged. Its seat is chosen again, by ticket id. */
const movedTo = (
  event_session_id: string,
  { id, ticket_type_id, admit_name, admit_email, face_value, new_type }: MovableTicket & Partial<ChangedTicket>,
  seats: Readonly<Record<string, string>> = {},
): AddedTicket => {
  const seat_template_id = seats[id];
  const isExchanged = new_type !== undefined && new_type.id !== ticket_type_id;
  return {
    event_session_id,
    ...(isExchanged ? { ticket_type_id: new_type.id } : { ticket_type_id, face_value }),
    ...(admit_name !== null && { admit_name }),
    ...(admit_email !== null && { admit_email }),
    ...(seat_template_id !== undefined && { seat_template_id }),
  };
};

/** A city-pass voucher for a new ticket. `ticket_id`: the ticket in the form for which it was entered, if any. */
export type EnteredVoucher = {
  readonly ticket_id?: string | undefined;
  readonly ticket_type_id: string;
  readonly code: string;
};

export type Move = {
  readonly tickets: readonly ChangedTicket[];
  /** The session of the new tickets: another one, or the same if only types are exchanged. */
  readonly event_session_id: string;
  /** The seats of the new tickets, by the id of the ticket that each replaces. */
  readonly seats?: Readonly<Record<string, string>>;
  /** All tickets for the session that is changed, including those that stay. */
  readonly ofSession: ReadonlySet<string>;
  /** Vouchers for tickets whose own voucher is not valid for their new type. */
  readonly vouchers?: readonly EnteredVoucher[];
  /** The time of the visit for which the vouchers are used. */
  readonly visit_datetime?: string | undefined;
};

/** Tickets for other sessions that an open change already contains, with the ids that they replace. */
const carriedTickets = ({ ofSession }: Pick<Move, "ofSession">, open: OpenedChange | undefined) => {
  const others = open?.change.removed.filter((id) => !ofSession.has(id)) ?? [];
  const targets = new Map(open?.change.moves.map(({ from, to }) => [from, to]));
  const carried = others.flatMap((id) => open?.tickets.find((one) => one.id === targets.get(id)) ?? []);
  return { others, carried };
};

/** The vouchers of a request, in order: those of the open change's other tickets, then the entered ones. */
export const vouchersOf = (
  { vouchers = [], ofSession }: Pick<Move, "vouchers" | "ofSession">,
  open?: OpenedChange,
): readonly EnteredVoucher[] => {
  if (vouchers.length === 0 && !open) return [];
  const { carried } = carriedTickets({ ofSession }, open);
  return [
    ...carried.flatMap(({ ticket_type_id, handler_data }): EnteredVoucher[] => {
      const code = handler_data?.["citypass"];
      return typeof code === "string" ? [{ ticket_type_id, code }] : [];
    }),
    ...vouchers,
  ];
};

const voucherFields = (
  sent: readonly EnteredVoucher[],
  visit_datetime: string | undefined,
): Pick<OrderChange, "preReservePromoCodes"> =>
  sent.length === 0
    ? {}
    : {
        preReservePromoCodes: {
          codes: sent.map(({ code }) => code),
          handler: "citypass",
          handler_data: {
            ...(visit_datetime !== undefined && { visit_datetime }),
            ticket_type_ids: sent.map(({ ticket_type_id }) => ticket_type_id),
          },
        },
      };

/**
 * A request that moves tickets to another session or exchanges their types. It also contains what an open change does with
 * tickets for other sessions.
 */
export const changeRequest = (
  { tickets, event_session_id, seats, ofSession, vouchers = [], visit_datetime }: Move,
  open?: OpenedChange,
): OrderChange => {
  const { others, carried } = carriedTickets({ ofSession }, open);
  return {
    remove: [...others, ...tickets.map(({ id }) => id)],
    add: [
      ...carried.flatMap((ticket) =>
        ticket.event_session_id === null ? [] : [movedTo(ticket.event_session_id, ticket)],
      ),
      ...tickets.map((ticket) => movedTo(event_session_id, ticket, seats)),
    ],
    ...voucherFields(vouchersOf({ vouchers, ofSession }, open), visit_datetime),
  };
};
