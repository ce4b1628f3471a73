import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { Refused } from "../../../api/call.ts";
import type { FormProblem } from "../../../shared/form/problems/formProblem.ts";
import type { TicketDetailsState } from "../details/detailsState.ts";
import type { ReserveFormState } from "../form/reserveFormState.ts";
import type { SeatSelectionState } from "../seats/seatSelection.ts";

/** A question that the visitor must answer before the reservation is sent; `SubmitDialogs` shows it. */
export type SubmitQuestion = { readonly kind: "login" } | { readonly kind: "code"; readonly refusal: Refused };

export type SubmitOptions = {
  readonly reserve: Pick<ReserveFormState, "day" | "session" | "choices" | "prices" | "isAnchored" | "act"> &
    // A donation or gift card has no session that could sell out.
    Partial<Pick<ReserveFormState, "refetch">>;
  readonly event: EventTemplate;
  readonly details?: TicketDetailsState | undefined;
  readonly seats?: Pick<SeatSelectionState, "seat_template_ids" | "handleRefusal"> | undefined;
  /** Announced when done, instead of the text about tickets. */
  readonly doneText?: string | undefined;
  readonly onSoldOut?: ((step: "date" | "session") => void) | undefined;
};

export type SubmitState = {
  readonly submit: () => void;
  readonly isBusy: boolean;
  readonly problem: FormProblem | undefined;
  readonly clear: () => void;
  readonly question: SubmitQuestion | undefined;
  /** Why the entered code cannot be used. */
  readonly codeProblem: string | undefined;
  readonly continueAsGuest: () => void;
  readonly submitCode: (code: string) => void;
  /** Closes the question without an answer. */
  readonly dismiss: () => void;
};
