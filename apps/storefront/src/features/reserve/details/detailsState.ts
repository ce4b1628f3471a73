import type { ComponentType } from "react";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import type { DetailProblem, DetailsForm, DetailsInput, DetailsRequest } from "@foyer/rules/forms/ticketDetails.ts";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import type { Refused } from "../../../api/call.ts";

export type ServerFieldErrors = { readonly fields: readonly string[]; readonly text: string };

export type DetailFieldsProps = { readonly details: TicketDetailsState };

export type TicketDetailsState = {
  /** 'none': nothing is asked about the tickets. */
  readonly state: "none" | "loading" | "failed" | "ready";
  readonly purpose: "visit" | "gift_card" | "donation";
  readonly Fields: ComponentType<DetailFieldsProps> | undefined;
  readonly form: DetailsForm;
  readonly input: DetailsInput;
  /** Errors of the fields: a key of ours, or the server's text. */
  readonly fieldErrors: readonly (Pick<DetailProblem, "field"> & {
    readonly message: DetailProblem["message"] | { readonly text: string };
  })[];
  /** Fields that the server rejected. */
  readonly serverErrors: ServerFieldErrors | undefined;
  /** A required answer is missing or invalid. */
  readonly isIncomplete: boolean;
  readonly changeField: (field: string, change: (input: DetailsInput) => DetailsInput) => void;
  /** Shows the problems found when the form is submitted. */
  readonly showProblems: () => void;
  /** Loads the script again. */
  readonly retry: () => void;
  /** True when the refusal is about one of the fields and shown there. */
  readonly showRefusal: (error: Refused) => boolean;
  readonly request: DetailsRequest;
};

/** What detail fields need from their form. */
export type DetailFieldsState = Pick<TicketDetailsState, "input" | "fieldErrors" | "changeField">;

export type TicketDetailsOptions = {
  readonly event: Pick<EventTemplate, "meta" | "config">;
  readonly choices: readonly GroupChoice[] | undefined;
  /** The purpose of the tickets: a ticket admits a person, a gift card is given to one. */
  readonly purpose?: TicketDetailsState["purpose"];
  /** The session for which vouchers are used. */
  readonly session?: Pick<EventSession, "start_datetime"> | undefined;
  /** For memberships: whether it is bought, given or renewed. */
  readonly membership?: MembershipAction | undefined;
};
