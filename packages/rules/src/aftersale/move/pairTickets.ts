import type { ChangeAction } from "@foyer/contract/shop/aftersale/changePolicy.ts";

/** The properties that are compared when one ticket replaces another. */
export type PlacedTicket = {
  readonly ticket_type_id: string;
  readonly ticket_group_id: string;
  readonly event_template_id: string;
  readonly event_session_id: string | null;
};

export type TicketPairs<Given, Added> = {
  /** A new ticket that replaces one that is given up. */
  readonly moves: readonly { readonly from: Given; readonly to: Added }[];
  /** Given up without a replacement. */
  readonly cancelled: readonly Given[];
  /** New tickets that replace nothing. */
  readonly extra: readonly Added[];
};

/** From the closest match to the loosest: the same type, another type of the group, another group of the event. */
const likenesses: readonly ((ticket: PlacedTicket) => string)[] = [
  ({ ticket_type_id }) => ticket_type_id,
  ({ ticket_group_id }) => ticket_group_id,
  ({ event_template_id }) => event_template_id,
];

/** Pairs the tickets that a change adds with those that it gives up, within each event, the closest matches first. */
export const pairTickets = <Given extends PlacedTicket, Added extends PlacedTicket>(
  given: readonly Given[],
  added: readonly Added[],
): TicketPairs<Given, Added> => {
  const moves: { from: Given; to: Added }[] = [];
  let cancelled = [...given];
  let extra = [...added];
  for (const likeness of likenesses) {
    const unpaired: Added[] = [];
    for (const to of extra) {
      const from = cancelled.find((ticket) => likeness(ticket) === likeness(to));
      if (from) {
        moves.push({ from, to });
        cancelled = cancelled.filter((ticket) => ticket !== from);
      } else unpaired.push(to);
    }
    extra = unpaired;
  }
  return { moves, cancelled, extra };
};

/** The actions that the policy must allow for a move: another session, another type, or both. */
export const actionsOfMove = (from: PlacedTicket, to: PlacedTicket): ChangeAction[] => {
  const isMoved = from.event_session_id !== to.event_session_id;
  const isExchanged = from.ticket_type_id !== to.ticket_type_id;
  return [
    ...(isMoved || !isExchanged ? (["reschedule"] as const) : []),
    ...(isExchanged ? (["exchange"] as const) : []),
  ];
};
