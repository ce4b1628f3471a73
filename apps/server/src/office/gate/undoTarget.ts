import { undoMinutes } from "@foyer/contract/office/gate/admission.ts";
import type { ScanSent } from "@foyer/contract/office/gate/gate.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";
import type { ScanOfSubject } from "./scans.sql.ts";

/**
 * The scan that an undo reverts, if it is allowed: within ten minutes by the device or person that scanned, and at
 * any time by staff with `order.override`.
 */
export const undoTarget = (
  { gate }: GateContext,
  { undoes }: ScanSent,
  scans: readonly Pick<ScanOfSubject, "id" | "direction" | "by_id" | "at">[],
  at: Temporal.Instant,
): string | undefined => {
  const scan = scans.find(({ id }) => id === undoes);
  if (!scan || scan.direction === "undo") return undefined;
  const by = gate.kind === "device" ? gate.id : gate.staff.id;
  const isOwn = scan.by_id === by;
  const isRecent = at.epochMilliseconds - scan.at <= undoMinutes * 60_000;
  const isAllowed = (isOwn && isRecent) || (gate.kind === "staff" && gate.staff.can("order.override"));
  return isAllowed ? scan.id : undefined;
};
