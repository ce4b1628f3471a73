import * as z from "zod/mini";

/** What the gate shows: let in, look at something first, do not let in. */
export const Shown = z.enum(["welcome", "look", "no"]);
export type Shown = z.infer<typeof Shown>;

/** Why it shows Look or No. */
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

/** What a scan counts as, once all scans of its ticket are known. */
export const CountedAs = z.enum(["entry", "reentry", "exit", "double", "refused", "undone", "undo"]);
export type CountedAs = z.infer<typeof CountedAs>;

/** Why somebody was let in against the answer. */
export const AdmitReason = z.enum(["other_session", "not_listed", "family_or_group", "technical_fault", "goodwill"]);
export type AdmitReason = z.infer<typeof AdmitReason>;

/** Minutes in which the device that let somebody in can undo it. */
export const undoMinutes = 10;
/** A device whose clock is wrong by more than this many minutes says so. */
export const clockToleranceMinutes = 2;
/** A list older than this turns every Welcome into Look. */
export const listHours = 12;
/** Scans that are sent together at most. */
export const maxScans = 500;
/** How long a device waits for the server before it decides by itself. */
export const decideAfterMs = 800;
