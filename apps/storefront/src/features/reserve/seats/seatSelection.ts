import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import type { AssignedSeats } from "@foyer/rules/seating/assignSeats.ts";
import type { PickedSeat } from "@foyer/rules/seating/selectSeat.ts";
import type { EventLink } from "../queries/eventKeys.ts";

export const seatsModalName = "choose-seats";

/** Why chosen seats were dropped. */
export type SeatNotice =
  | { readonly kind: "changed" }
  | { readonly kind: "lost"; readonly names: readonly string[]; readonly kept: number };

export type SeatSelectionState = {
  readonly eventLink: EventLink;
  readonly session: EventSession | undefined;
  readonly choices: readonly GroupChoice[];
  /** Tickets with seats are chosen. */
  readonly isNeeded: boolean;
  readonly selector: "closed" | "rendering" | "open";
  readonly picked: readonly PickedSeat[];
  /** The tickets are those of the last visit, so the best seats are chosen for them automatically. */
  readonly isSuggested: boolean;
  /** The picked seats by ticket type. */
  readonly seatsByType: AssignedSeats;
  readonly notice: SeatNotice | undefined;
  /** What is missing, as text. `step`: without any tickets, it is the tickets that are missing. */
  readonly missing: { readonly step: "tickets" | "seats"; readonly text: string } | undefined;
  readonly open: () => void;
  /** Keeps the seats and closes the dialog; closing it any other way drops them. */
  readonly confirm: () => void;
  readonly pick: (picked: readonly PickedSeat[]) => void;
  readonly dropSeats: (kept: readonly PickedSeat[], lost: readonly PickedSeat[]) => void;
  /** Seat ids for the request, by ticket type. */
  readonly seat_template_ids: Readonly<Record<string, readonly string[]>>;
  /** Loads the seats again if the refusal is about a seat; false if it is not. */
  readonly handleRefusal: (error: unknown) => Promise<boolean>;
};

export type SeatSelectionOptions = {
  readonly eventLink: EventLink;
  readonly session: EventSession | undefined;
  readonly choices: readonly GroupChoice[] | undefined;
  readonly isSuggested?: boolean;
};

export type SeatStepProps = {
  readonly seats: SeatSelectionState;
  readonly error: string | undefined;
};
