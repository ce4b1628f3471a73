import type { DeskTicket } from "@foyer/contract/office/orders/deskOrder.ts";

/** 'Adult · Ada Lovelace · seat A 12'. */
export const nameOf = ({ type, admit_name, seat }: Pick<DeskTicket, "type" | "admit_name" | "seat">): string =>
  [type, admit_name, seat && `seat ${seat}`].filter(Boolean).join(" · ");
