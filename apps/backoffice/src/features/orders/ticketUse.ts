import type { DeskTicket } from "@foyer/contract/office/orders/deskOrder.ts";
import { count, formatMoney } from "../../shared/format/format.ts";

/** How much of a membership, a gift card or a gift was used; null for other tickets. */
export const ticketUseText = ({ use }: Pick<DeskTicket, "use">, currency: string): string | null => {
  if (!use) return null;
  if (use.kind === "membership")
    return `${count(use.visits, "visit")}, ${count(use.tickets, "ticket")} by its allowance`;
  if (use.kind === "gift") return use.is_redeemed ? "redeemed" : "not redeemed yet";
  if (use.is_closed) return "closed";
  return `${formatMoney(use.left, currency)} of ${formatMoney(use.issued, currency)} left on it`;
};

/** Whether a ticket is shown at the gate by a code of its own. A membership has a card, and gifts open no gate. */
export const hasScanCode = ({ use }: Pick<DeskTicket, "use">): boolean => use === null;
