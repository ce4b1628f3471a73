import type { ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { timeOfScan } from "@foyer/rules/admission/timeOfScan.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";

/** When something was scanned. A scan that the server decides is made now. */
export const scanTime = (
  { at, offset_ms, decided }: Pick<ScanSent, "at" | "offset_ms" | "decided">,
  { now, gate }: Pick<GateContext, "now" | "gate">,
): Temporal.Instant => {
  if (!decided) return now;
  const paired_at = gate.kind === "device" ? Date.parse(gate.paired_at) : null;
  const limits = { now: now.epochMilliseconds, paired_at };
  return Temporal.Instant.fromEpochMilliseconds(timeOfScan({ at: Date.parse(at), offset_ms }, limits));
};

/** As sent to clients, in milliseconds. */
export const instantText = (moment: Temporal.Instant): string => moment.toString({ smallestUnit: "millisecond" });
