import type { Day } from "@foyer/contract/basics.ts";
import type { CountedAs } from "@foyer/contract/office/gate/admission.ts";
import type { Reentry } from "@foyer/contract/shop/settings/gateSettings.ts";

/** One scan of a ticket or a member's card. */
export type TicketScan = {
  readonly id: string;
  /** Milliseconds since 1970, by the device's corrected clock. */
  readonly at: number;
  /** The day at the venue. */
  readonly day: Day;
  readonly direction: "in" | "out" | "undo";
  /** Whether somebody was admitted with it. */
  readonly let_in: boolean;
  /** The id of the scan that it undoes; null for any other scan. */
  readonly undoes: string | null;
};

/** How a ticket's entries are counted. With `isPass`, each day is a separate visit. */
export type EntryPolicy = { readonly reentry: Reentry; readonly isPass: boolean };

export type Reconciled = {
  readonly counts: ReadonlyMap<string, CountedAs>;
  /** Days on which somebody was admitted with it, in order. */
  readonly visitDays: readonly Day[];
  readonly isInside: boolean;
  /** The last scan that admitted somebody; null if none has. */
  readonly lastEntry: TicketScan | null;
};

const inOrder = (one: TicketScan, other: TicketScan): number =>
  one.at - other.at || (one.id < other.id ? -1 : Number(one.id > other.id));

const isUndo = ({ direction }: TicketScan): boolean => direction === "undo";

/** What an entry counts as, given those before it. */
const countEntry = (
  { day }: TicketScan,
  { visitDays, isInside }: Pick<Reconciled, "visitDays" | "isInside">,
  { reentry, isPass }: EntryPolicy,
): CountedAs => {
  const isVisited = isPass ? visitDays.includes(day) : visitDays.length > 0;
  if (!isVisited) return "entry";
  if (reentry === "never" || (reentry === "after_exit" && isInside)) return "double";
  return "reentry";
};

/**
 * Decides what each scan of a ticket counts as. The result depends only on the set of scans, not on the order or the number
 * of times that they arrived: they are sorted by corrected time, then by id. An undo cancels the scan that it names, even a
 * later one; an undo itself cannot be undone.
 */
export const reconcile = (scans: readonly TicketScan[], policy: EntryPolicy): Reconciled => {
  const ordered = [...new Map(scans.map((scan) => [scan.id, scan])).values()].toSorted(inOrder);
  const undone = new Set(ordered.filter(isUndo).map(({ undoes }) => undoes));
  const counts = new Map<string, CountedAs>();
  const visitDays: Day[] = [];
  let isInside = false;
  let lastEntry: TicketScan | null = null;
  for (const scan of ordered) {
    if (isUndo(scan)) counts.set(scan.id, "undo");
    else if (undone.has(scan.id)) counts.set(scan.id, "undone");
    else if (scan.direction === "out") {
      counts.set(scan.id, isInside ? "exit" : "refused");
      isInside = false;
    } else if (!scan.let_in) counts.set(scan.id, "refused");
    else {
      const counted = countEntry(scan, { visitDays, isInside }, policy);
      counts.set(scan.id, counted);
      if (counted === "double") continue;
      if (counted === "entry" && !visitDays.includes(scan.day)) visitDays.push(scan.day);
      isInside = true;
      lastEntry = scan;
    }
  }
  return { counts, visitDays, isInside, lastEntry };
};
