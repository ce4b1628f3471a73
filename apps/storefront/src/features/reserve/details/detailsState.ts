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
  /** 'none': nothing is asked beside the tickets. */
  readonly state: "none" | "loading" | "failed" | "ready";
  readonly purpose: "visit" | "gift_card" | "donation";
  readonly Fields: ComponentType<DetailFieldsProps> | undefined;
  readonly asked: DetailsForm;
  readonly typed: DetailsInput;
  /** What is said beside the fields: a message of ours, or the server's words. */
  readonly fieldErrors: readonly (Pick<DetailProblem, "field"> & {
    readonly message: DetailProblem["message"] | { readonly text: string };
  })[];
  /** The server has just said no to some of the fields. */
  readonly serverErrors: ServerFieldErrors | undefined;
  /** Something that is asked is missing or wrong. */
  readonly isIncomplete: boolean;
  readonly changeField: (field: string, change: (typed: DetailsInput) => DetailsInput) => void;
  /** The form is sent: from now on what is wrong is said beside its field. */
  readonly showProblems: () => void;
  /** The script did not come: once more. */
  readonly retry: () => void;
  /** True when the refusal is about one of the fields: it is said there. */
  readonly showRefusal: (error: Refused) => boolean;
  readonly request: DetailsRequest;
};

export type TicketDetailsOptions = {
  readonly event: Pick<EventTemplate, "meta" | "config">;
  readonly choices: readonly GroupChoice[] | undefined;
  /** What the tickets are: someone comes with a ticket, but a gift card is for someone. */
  readonly purpose?: TicketDetailsState["purpose"];
  /** The session that vouchers are for. */
  readonly session?: Pick<EventSession, "start_datetime"> | undefined;
  /** Of memberships: what is done with them. */
  readonly membership?: MembershipAction | undefined;
};
