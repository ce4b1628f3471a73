import type { HoldRejection } from "@foyer/rules/hold/catalogSnapshot.ts";
import type { HoldDecision } from "@foyer/rules/hold/decideHold.ts";
import type { AllowanceUse } from "@foyer/rules/membership/allocateAllowances.ts";
import type { NamedRule } from "../../codes/codeContext.ts";
import type { LoadedOrder, RequestedChange } from "../change/orderChanges.ts";
import type { LoadedCodes } from "../codes/codeUsage.ts";
import type { LoadedDiscounts } from "../codes/discountState.ts";
import type { HoldTypeRow, LockedCartRow, LockedGroup, LockedSession } from "../locks.sql.ts";
import type { LoadedAllowances } from "../members/allowanceUsage.ts";
import type { LoadedMembers } from "../members/namedMembers.sql.ts";
import type { SessionTimes, TicketRow, TypeName } from "../read/readCart.sql.ts";
import type { CartTicket } from "../read/readCartTickets.ts";
import type { LoadedSeats } from "../seats/seats.sql.ts";
import type { Holder, HolderLimits } from "./holders/holderLimits.ts";

export type LoadedBatch = {
  readonly carts: readonly LockedCartRow[];
  /** The tickets that the carts hold, without booked ones. */
  readonly held: readonly TicketRow[];
  readonly types: readonly HoldTypeRow[];
  readonly sessions: readonly LockedSession[];
  readonly groups: readonly LockedGroup[];
  readonly seats: LoadedSeats;
  readonly rules: readonly NamedRule[];
  readonly codes: LoadedCodes;
  readonly discounts: LoadedDiscounts;
  readonly allowances: LoadedAllowances;
  readonly holders: HolderLimits;
  readonly members: LoadedMembers;
  /** Names and times of the tickets, by type and by session. */
  readonly names: ReadonlyMap<string, TypeName>;
  readonly times: ReadonlyMap<string, SessionTimes>;
  /** The orders that carts change, by cart. */
  readonly orders: ReadonlyMap<string, LoadedOrder>;
};
export type CountedTicket = Pick<
  TicketRow,
  "ticket_group_id" | "event_session_id" | "seat_id" | "voucher" | "takes_place_of"
> & {
  readonly id?: string;
  readonly allowance_use?: AllowanceUse | null;
};
export type AcceptedHold = Exclude<HoldDecision, { readonly rejection: HoldRejection }> & {
  readonly holder: Holder;
  readonly sessionCounts: ReadonlyMap<string, number>;
  /** Tickets that leave because others are removed. */
  readonly along: readonly CartTicket[];
  /** The effect on the order that the cart changes; undefined for a purchase. */
  readonly orderChange: RequestedChange | undefined;
};
/** The tickets of a cart before and after one change. */
export type TicketSplit = {
  readonly held: readonly TicketRow[];
  readonly leaving: readonly TicketRow[];
  readonly staying: readonly TicketRow[];
  readonly orderChange: RequestedChange | undefined;
};
