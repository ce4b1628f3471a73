import { todayAt } from "@foyer/rules/dates/localTime.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";
import type { AllowedScan, Decision } from "./decide.ts";
import { isCard } from "./gateSubject.ts";
import type { NewScan } from "./scans.sql.ts";
import type { SubjectRow } from "./subjects.sql.ts";

/** The subject of a scan, with its row locked. `isOldCode`: the ticket's code was replaced. */
export type Subject = { readonly row: SubjectRow; readonly isOldCode: boolean };

export const keysOf = ({ row }: Subject) =>
  isCard(row) ? { ticket_id: null, membership_id: row.id } : { ticket_id: row.id, membership_id: null };

/** Whether people are counted without codes. */
export const isCount = ({ code, ticket_id, card_id }: Pick<AllowedScan, "code" | "ticket_id" | "card_id">): boolean =>
  code === undefined && ticket_id === undefined && card_id === undefined;

/** A scan as one row, whatever was decided. */
export const scanRow = (
  { seller, gate }: GateContext,
  sent: AllowedScan,
  {
    at,
    zone,
    subject,
    decision,
  }: {
    readonly at: Temporal.Instant;
    readonly zone: string;
    readonly subject: Subject | undefined;
    readonly decision: Decision;
  },
): NewScan => {
  const { judgement, already, counts, let_in, conflict } = decision;
  return {
    seller_id: seller.id,
    id: sent.id,
    ...(subject ? keysOf(subject) : { ticket_id: null, membership_id: null }),
    event_session_id: subject?.row.session_id ?? null,
    device_id: gate.kind === "device" ? gate.id : null,
    staff_id: gate.kind === "staff" ? gate.staff.id : null,
    direction: sent.direction,
    undoes: decision.undoes,
    people: isCount(sent) ? (sent.people ?? 1) : 1,
    at: at.toString(),
    local_day: todayAt(at, zone),
    device_at: sent.at,
    clock_offset_ms: sent.offset_ms,
    is_offline: sent.decided !== undefined,
    shown: judgement.shown,
    reason: judgement.reason,
    may_admit: judgement.may_admit,
    let_in,
    admit_reason: let_in ? (sent.admit ?? null) : null,
    allowed_by: let_in ? (sent.allowed_by ?? null) : null,
    already_at: already?.at ?? null,
    already_by: already?.by ?? null,
    counts,
    conflict,
  };
};
