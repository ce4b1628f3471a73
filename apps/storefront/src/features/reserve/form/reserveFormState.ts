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

/** Everything that a reserve form shows and does. */
export type ReserveFormState = ReserveUrl<ReserveAction> & {
  readonly eventLink: EventLink;
  readonly mode: ReserveState["mode"];
  readonly days: readonly CalendarDate[] | undefined;
  readonly day: string | undefined;
  readonly sessions: readonly EventSession[] | undefined;
  readonly session: EventSession | undefined;
  /** Undefined while the groups of the session are on their way. */
  readonly choices: readonly GroupChoice[] | undefined;
  readonly prices: EnteredPrices;
  readonly chosen: readonly SelectedTicket[];
  /** What is chosen adds up to this; undefined is nothing. */
  readonly basket: SelectionTotal | undefined;
  readonly rules: readonly MessageRule[];
  /** Its tickets cost more than one thing: the price of a day or a session is the lowest. */
  readonly hasSeveralPrices: boolean;
  readonly hasFlexible: boolean;
  /** Some of its tickets are for a day and a session. */
  readonly hasDated: boolean;
  /** Its tickets let somebody in, on a day or on any: codes do not. */
  readonly isVisit: boolean;
  readonly notice: ReserveNotice | undefined;
  /** The first thing that a reservation still lacks. */
  readonly missing: MissingStep | undefined;
  /** What the link wants done besides choosing, and what is wrong with it. */
  readonly linkMode: ReserveMode;
  readonly linkProblems: readonly LinkProblem[];
  /** The link names more tickets than can be had. */
  readonly isLinkTruncated: boolean;
  /** All that the link names has been looked up. */
  readonly isLinkResolved: boolean;
  readonly conflict: string | undefined;
  readonly isAnchored: boolean;
  /** A read that did not come through. */
  readonly hasFailed: boolean;
  readonly choose: (ticket_type_id: string, quantity: number) => void;
  /** Sessions and days as the server has them now. */
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

/** What the frame tells the steps within. */
export type FormFrame = {
  /** The form was sent: this is what it lacks at a step. */
  readonly errorAt: (step: StepName | "seats") => string | undefined;
  readonly isPriceInvalid: boolean;
  /** Something changes: what was said of the attempt before is over. */
  readonly clearErrors: () => void;
  /** Says what is missing, and leads there. */
  readonly showMissing: (missing: MissingStep) => void;
};

export const withQuantity = (quantities: Quantities, id: string, quantity: number): Quantities => ({
  ...quantities,
  [id]: quantity,
});
