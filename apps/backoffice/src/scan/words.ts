import type { AdmissionReason, AdmitReason, Shown } from "@foyer/contract/office/gate/admission.ts";
import type { GateAnswer } from "@foyer/contract/office/gate/gate.ts";
import type { GateState } from "./gateStore.ts";

/** A sign and a word for each answer, so that colour is never the only difference. */
export const signs: Readonly<Record<Shown, { readonly sign: string; readonly word: string }>> = {
  welcome: { sign: "✓", word: "Welcome" },
  look: { sign: "!", word: "Look" },
  no: { sign: "✕", word: "No" },
};

/** What to say to the visitor, and what to do. */
const reasons: Readonly<Record<AdmissionReason, readonly [string, string?]>> = {
  unknown: ["This is not a ticket of this venue."],
  no_admission: ["This is not an entry ticket."],
  replaced: ["This ticket was replaced by another one.", "Ask for the newest email."],
  cancelled: ["This ticket was cancelled."],
  session_cancelled: ["This session was cancelled."],
  other_gate: ["This ticket is for another gate."],
  other_day: ["This ticket is for another day."],
  not_yet: ["It is too early for this ticket."],
  over: ["The time of this ticket has passed."],
  already_in: ["Already in with this ticket."],
  used_up: ["All visits of this pass are used."],
  membership_ended: ["This membership has ended."],
  membership_not_begun: ["This membership has not begun yet."],
  other_session: ["This ticket is for another time today.", "Let in, or ask to come back at that time."],
  visited_today: ["This card was already used today.", "Check the name and the picture."],
  not_listed: ["Not in this device's list.", "It may have been bought a moment ago."],
  old_list: ["The list on this device is old.", "Check the ticket's date and time."],
  choose: ["Choose who comes in."],
  not_inside: ["Nobody has entered with this ticket."],
  undo_refused: ["This check-in cannot be undone here.", "Ask a manager."],
};

export const admitReasons: Readonly<Record<AdmitReason, string>> = {
  other_session: "Other session accepted",
  not_listed: "Ticket looks right",
  family_or_group: "Belongs to a group",
  technical_fault: "Technical fault",
  goodwill: "Goodwill",
};

export const timeAt = (instant: string | number, timezone: string | undefined): string =>
  new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    ...(timezone && { timeZone: timezone }),
  }).format(new Date(instant));
const dayName = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** The short form, for one of several tickets. */
export const reasonOf = (reason: AdmissionReason | null): string => (reason === null ? "" : reasons[reason][0]);

/** A ticket that was admitted at two gates, of which one entry counts. */
export const doubleText = (
  { type, at, by, entry_at, entry_by }: GateState["doubles"][number],
  timezone: string,
): string => {
  const first = entry_at === null ? "" : `${timeAt(entry_at, timezone)} ${entry_by ?? "another device"}, `;
  return `${type} was let in twice: ${first}${timeAt(at, timezone)} ${by}. It counts once.`;
};

/** The lines below the word. `listTime`: the time of the list on this device. */
export const linesOf = (
  { reason, already, subject, counts }: GateAnswer,
  { timezone, listTime }: { readonly timezone: string | undefined; readonly listTime: string | undefined },
): readonly string[] => {
  if (reason === null) return counts === "exit" ? ["Checked out."] : [];
  const [said, then] = reasons[reason];
  if (already) return [`Already in since ${timeAt(already.at, timezone)}, ${already.by}.`];
  if (reason === "not_listed" && listTime !== undefined)
    return [`Not in the list of ${listTime}.`, ...(then ? [then] : [])];
  const session = subject?.session;
  const when = session ? (session.is_all_day ? dayName(session.day) : `${dayName(session.day)}, ${session.start}`) : "";
  const isAboutTime = ["other_day", "not_yet", "over", "other_session"].includes(reason);
  return [said, ...(isAboutTime && when !== "" ? [`It is for ${when}.`] : []), ...(then ? [then] : [])];
};
