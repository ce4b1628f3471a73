import type { MessageRule } from "@foyer/contract/shop/catalog.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import type { SelectedTicket } from "@foyer/rules/catalog/messageRules.ts";
import type { QuantityFirstAction } from "@foyer/rules/reserve/quantityFirst.ts";
import type { LinkProblem, ReserveMode } from "@foyer/rules/reserve/reserveQuery.ts";
import type { MissingStep, ReserveAction, ReserveNotice, ReserveState } from "@foyer/rules/reserve/reserveState.ts";
import type { EnteredPrices, GroupChoice, Quantities, SelectionTotal } from "@foyer/rules/reserve/ticketChoices.ts";
import type { EventLink } from "../queries/eventKeys.ts";
import type { StepName } from "./useStepFocus.ts";
import type { ReserveUrl } from "./useUrlSync.ts";

/** What a reserve form shows and can do. */
export type ReserveFormState = ReserveUrl<ReserveAction> & {
  readonly eventLink: EventLink;
  /** The time zone of the event's venue. */
  readonly timezone: string;
  readonly mode: ReserveState["mode"];
  readonly days: readonly CalendarDate[] | undefined;
  readonly day: string | undefined;
  readonly sessions: readonly EventSession[] | undefined;
  readonly session: EventSession | undefined;
  /** Undefined while the ticket groups of the session are loading. */
  readonly choices: readonly GroupChoice[] | undefined;
  readonly prices: EnteredPrices;
  readonly chosen: readonly SelectedTicket[];
  /** The total of the selection; undefined without one. */
  readonly basket: SelectionTotal | undefined;
  readonly rules: readonly MessageRule[];
  /** Its tickets have different prices, so a day or session shows the lowest. */
  readonly hasSeveralPrices: boolean;
  readonly hasFlexible: boolean;
  /** Some tickets are for a date and session. */
  readonly hasDated: boolean;
  /** Its tickets admit somebody, on a date or any day; codes do not. */
  readonly isVisit: boolean;
  readonly notice: ReserveNotice | undefined;
  /** The first step that is not complete. */
  readonly missing: MissingStep | undefined;
  /** What the link requests besides a selection, and its problems. */
  readonly linkMode: ReserveMode;
  readonly linkProblems: readonly LinkProblem[];
  /** Everything that the link names has loaded. */
  readonly isLinkResolved: boolean;
  readonly conflict: string | undefined;
  readonly isAnchored: boolean;
  /** A request failed. */
  readonly hasFailed: boolean;
  readonly choose: (ticket_type_id: string, quantity: number) => void;
  /** Fetches current sessions and days. */
  readonly refetch: {
    readonly sessions: (day: string) => Promise<readonly EventSession[]>;
    readonly days: () => Promise<unknown>;
  };
};

export type QuantityFirstFormState = Omit<ReserveFormState, "act"> & {
  readonly act: (action: QuantityFirstAction) => void;
  readonly isFound: boolean;
  /** Days, sessions or the session's prices are being loaded. */
  readonly isLoading: boolean;
  readonly search: () => void;
};

/** What the frame provides to its steps. */
export type FormFrame = {
  /** The error of a step, once the form was submitted. */
  readonly errorAt: (step: StepName | "seats") => string | undefined;
  readonly isPriceInvalid: boolean;
  /** Clears the messages of the last attempt. */
  readonly clearErrors: () => void;
  /** Shows what is missing and moves the focus there. */
  readonly showMissing: (missing: MissingStep) => void;
};

export const withQuantity = (quantities: Quantities, id: string, quantity: number): Quantities => ({
  ...quantities,
  [id]: quantity,
});
