import * as z from "zod/mini";

/** What the gate shows: Welcome (let in), Look (check something first) or No (do not let in). */
export const Shown = z.enum(["welcome", "look", "no"]);
export type Shown = z.infer<typeof Shown>;

/** Why the gate shows Look or No. */
export const AdmissionReason = z.enum([
  "unknown",
  "no_admission",
  "replaced",
  "cancelled",
  "session_cancelled",
  "other_gate",
  "other_day",
  "not_yet",
  "over",
  "already_in",
  "used_up",
  "membership_ended",
  "membership_not_begun",
  "other_session",
  "visited_today",
  "not_listed",
  "old_list",
  "choose",
  "not_inside",
  "undo_refused",
]);
export type AdmissionReason = z.infer<typeof AdmissionReason>;

/** What a scan counts as once all scans of its ticket are known. */
export const CountedAs = z.enum(["entry", "reentry", "exit", "double", "refused", "undone", "undo"]);
export type CountedAs = z.infer<typeof CountedAs>;

/** Why staff admitted somebody against the answer. */
export const AdmitReason = z.enum(["other_session", "not_listed", "family_or_group", "technical_fault", "goodwill"]);
export type AdmitReason = z.infer<typeof AdmitReason>;

/** Minutes within which the device that admitted somebody can undo it. */
export const undoMinutes = 10;
/** A device reports a clock that is off by more than this many minutes. */
export const clockToleranceMinutes = 2;
/** Hours after which a device's list is too old: every Welcome becomes Look. */
export const listHours = 12;
/** The maximum number of scans sent in one request. */
export const maxScans = 500;
/** Milliseconds that a device waits for the server before it decides by itself. */
export const decideAfterMs = 800;
