import type { Instant } from "@foyer/contract/basics.ts";
import { isExpired } from "../membership/term.ts";

/** A member's card as scanned or typed at the counter. */
export type CardAtCounter = {
  readonly state: "active" | "cancelled";
  readonly valid_to: Instant | null;
  /** The number or code has since been replaced. */
  readonly is_replaced: boolean;
  /** The id of the account that its tickets belong to; null if it has none. */
  readonly identity_id: string | null;
};

export type UnusableCard = "replaced" | "cancelled" | "ended" | "no_account";

/**
 * Why a card cannot be used at the counter; undefined if it can. A card whose term has not begun can be used for later
 * visits.
 */
export const unusableCard = (card: CardAtCounter, now: Temporal.Instant): UnusableCard | undefined => {
  if (card.is_replaced) return "replaced";
  if (card.state === "cancelled") return "cancelled";
  if (isExpired(card, now)) return "ended";
  return card.identity_id === null ? "no_account" : undefined;
};

/** The same as text for staff. */
export const unusableCardTexts: Readonly<Record<UnusableCard, string>> = {
  replaced: "This card was replaced by another one. Ask for the new card.",
  cancelled: "This membership was cancelled.",
  ended: "This membership has ended. Renew it to sell tickets with it.",
  no_account: "This card does not belong to an account. Add an email address on the member's page first.",
};
