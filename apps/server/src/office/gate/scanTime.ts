import type { ScanSent } from "@foyer/contract/office/gate/gate.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";

/** Further back than this no device keeps scans. */
const oldestHours = 24 * 30;

/**
 * When something was scanned, by the corrected clock of its device. What the server decides is scanned now. No scan is from
 * the future, nor from before its device was paired.
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

/** On the wire, to the millisecond. */
export const instantText = (moment: Temporal.Instant): string => moment.toString({ smallestUnit: "millisecond" });
