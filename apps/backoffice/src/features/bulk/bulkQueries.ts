import { queryOptions } from "@tanstack/react-query";
import { readBoard } from "@foyer/contract/office/board.ts";
import { listBulk, readBulk, type BulkAction, type BulkJob, type BulkRequest } from "@foyer/contract/office/bulk.ts";
import { listMoveTargets } from "@foyer/contract/office/orders/deskOrder.ts";
import { count } from "../../shared/format/format.ts";
import { callOffice } from "../../shared/call.ts";

/** The address parameters of a new job: a day and the ids of sessions, or the revision that moved sessions. */
export type BulkSearch = {
  readonly day?: string | undefined;
  readonly sessions?: string | undefined;
  readonly moved?: string | undefined;
};

export const actionNames: Readonly<Record<BulkAction, string>> = {
  move: "Move to another session",
  cancel: "Cancel and refund",
  gift_card: "Cancel and issue gift cards",
  write: "Only write to the buyers",
};

/** What a job has done with an order, in one word. */
export const doneNames: Readonly<Record<BulkAction, string>> = {
  move: "moved",
  cancel: "cancelled",
  gift_card: "cancelled",
  write: "written to",
};

const reasonTexts: Readonly<Record<string, string>> = {
  nothing_left: "Nothing left to do: its tickets had already been given up or moved",
  no_visits: "It has no tickets for a session",
  used: "A ticket was used",
  disputed: "A payment is disputed",
  other_event: "It has tickets for another event",
  several_sessions: "It has tickets for several sessions, which would become one",
  other_sessions: "It has tickets for other sessions too",
  no_email: "Its buyer has no email address",
  event_session_sold_out: "No places were left",
  session_capacity_exceeded: "Not enough places were left",
  payment_in_progress: "Its buyer was paying for a change",
  payment_incorrect_amount: "The refund had changed in the meantime",
  ticket_state_incorrect: "Its tickets had changed in the meantime",
  error: "Something went wrong",
};

/** Why a job set an order aside. */
export const reasonText = (reason: string): string =>
  reasonTexts[reason] ?? `It was refused (${reason.replaceAll("_", " ")})`;

const backNames: Readonly<Record<string, string>> = {
  ledger: "Refund to gift cards",
  new_gift_card: "Refund to new gift cards",
  cash: "Refund in cash, at a till",
  terminal: "Refund to cards, at the terminal",
};
/**
 * The name of the means that money is refunded to: cards of all providers are "cards", and refunds of counter sales wait
 * there to be paid out.
 */
export const backName = (means: string): string => backNames[means] ?? "Refund to cards";

export const jobStateNames: Readonly<Record<BulkJob["state"], string>> = {
  running: "Running",
  paused: "Paused",
  stopped: "Stopped",
  done: "Done",
};

export const orders = (number: number): string => count(number, "order");

export const bulkListQuery = (slug: string) =>
  queryOptions({
    queryKey: ["bulk", slug],
    queryFn: () => callOffice(listBulk, {}, slug),
    refetchInterval: 10_000,
  });

/** A running job is polled every second. */
export const bulkJobQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ["bulk", slug, id],
    queryFn: () => callOffice(readBulk, { bulk_job_id: id } as never, slug),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.job.state === "running" ? 1_000 : 10_000),
  });

/** The sessions of a day, from the board. */
export const sessionsOfDayQuery = (slug: string, day: string | undefined) =>
  queryOptions({
    queryKey: ["board", slug, { day }],
    queryFn: () => callOffice(readBoard, (day === undefined ? {} : { day }) as never, slug),
  });

export const targetsQuery = (slug: string, event_template_id: string | undefined, day: string) =>
  queryOptions({
    queryKey: ["move-targets", slug, event_template_id, day],
    queryFn: () => callOffice(listMoveTargets, { event_template_id: event_template_id ?? "", day } as never, slug),
    enabled: event_template_id !== undefined && day !== "",
  });

/** The form's fields as typed. */
export type BulkDraft = {
  readonly session_ids: readonly string[];
  readonly numbers: string;
  readonly action: BulkAction;
  readonly target: string;
  readonly from_day: string;
  /** Whether buyers can choose until that day. */
  readonly offers_choice: boolean;
  readonly subject: string;
  readonly message: string;
  /** The revision whose moved buyers are selected, instead of sessions and order numbers. */
  readonly moved: number | undefined;
};

/** The request: only the fields that the action needs. */
export const wishOf = ({
  session_ids,
  numbers,
  action,
  target,
  from_day,
  offers_choice: isChoice,
  subject,
  message,
  moved,
}: BulkDraft): BulkRequest => ({
  action,
  ...(moved !== undefined && { moved_in_revision: moved }),
  session_ids: [...session_ids],
  order_numbers:
    session_ids.length > 0 || moved !== undefined
      ? []
      : [...numbers.matchAll(/\d{1,15}/g)].map(([number]) => Number(number)).filter(Boolean),
  ...(action === "move" && target !== "" && { target_session_id: target }),
  ...(action !== "write" && from_day !== "" && (isChoice || action !== "move") && { from_day }),
  ...(action !== "write" && isChoice && { offers_choice: true }),
  ...((action === "write" || isChoice) && { subject, message }),
});
