import { dayAt } from "../../shared/format/format.ts";
import { zoneOf, type Listed } from "../gateList.ts";
import type { GateState, KeptScan } from "../gateStore.ts";

/** The ticket without its last entry, which this device undid after the list had it. */
const withoutEntry = (ticket: Listed, counts: KeptScan["reverts"]): Listed => {
  if (counts === "reentry") return { ...ticket, isInside: ticket.type.gate.reentry === "day" };
  if (counts !== "entry") return ticket;
  return { ...ticket, state: "booked", visits: Math.max(0, ticket.visits - 1), isInside: false, lastEntry: null };
};

/** The ticket with this device's scans since the list was read, in the order of the clock, without undone ones. */
export const withOwnScans = (ticket: Listed, scans: readonly KeptScan[], state: GateState): Listed => {
  const dayOf = (at: number): string => dayAt(at, zoneOf(state, ticket.type.event_template_id));
  const undone = new Set(scans.map(({ scan }) => scan.undoes));
  const ordered = scans.filter(({ subject }) => subject === ticket.id).toSorted((one, other) => one.at - other.at);
  let result = ticket;
  for (const { scan, let_in, at, reverts } of ordered) {
    if (scan.direction === "undo") result = withoutEntry(result, reverts);
    if (undone.has(scan.id) || scan.direction === "undo") continue;
    if (scan.direction === "out") result = { ...result, isInside: false };
    else if (let_in)
      result = {
        ...result,
        visits: result.lastEntry && dayOf(result.lastEntry.at) === dayOf(at) ? result.visits : result.visits + 1,
        isInside: true,
        state: result.state === "booked" ? "redeemed" : result.state,
        lastEntry: { at, by: state.name },
      };
  }
  return result;
};
