import type { ScanSent } from "@foyer/contract/office/gate/gate.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";

/** Hours for which devices keep scans. */
const oldestHours = 24 * 30;

/**
 * When something was scanned, by the device's corrected clock. A scan that the server decides is made now. The time is
 * limited to the past, and to after the device was paired.
 */
export const scanTime = (
  { at, offset_ms, decided }: Pick<ScanSent, "at" | "offset_ms" | "decided">,
  { now, gate }: Pick<GateContext, "now" | "gate">,
): Temporal.Instant => {
  if (!decided) return now;
  const corrected = Temporal.Instant.from(at).add({ milliseconds: offset_ms });
  const oldest = now.subtract({ hours: oldestHours });
  const paired = gate.kind === "device" ? Temporal.Instant.from(gate.paired_at) : oldest;
  const from = Temporal.Instant.compare(paired, oldest) > 0 ? paired : oldest;
  if (Temporal.Instant.compare(corrected, now) > 0) return now;
  return Temporal.Instant.compare(corrected, from) < 0 ? from : corrected;
};

/** As sent to clients, in milliseconds. */
export const instantText = (moment: Temporal.Instant): string => moment.toString({ smallestUnit: "millisecond" });
