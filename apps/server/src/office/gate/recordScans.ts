import { maxScans, ScanSent, type GateAnswer, type recordScans } from "@foyer/contract/office/gate/gate.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";
import { touchDevice } from "./devices.sql.ts";
import { recordScan } from "./recordScan.ts";
import { checkSupervisor } from "./supervisor/checkSupervisor.ts";
import { instantText, scanTime } from "./scanTime.ts";

type Reply = StaffReply<typeof recordScans>;
type ScanError = Reply["errors"][number];

const idIn = (scan: unknown): string | null => {
  const id = typeof scan === "object" && scan !== null && "id" in scan ? scan.id : undefined;
  return typeof id === "string" && /^[0-9a-f-]{1,64}$/i.test(id) ? id : null;
};

/** Names the invalid fields of a malformed scan. */
const malformed = (scan: unknown, index: number, fields: readonly PropertyKey[]): ScanError => ({
  index,
  id: idIn(scan),
  code: "malformed",
  fields: [...new Set(fields.map(String))].slice(0, 20),
});

/** Scans that a device made after it was ended are not recorded. */
const isAfterEnd = ({ gate, now }: GateContext, scan: ScanSent): boolean =>
  gate.kind === "device" &&
  gate.over_since !== null &&
  (scan.decided === undefined ||
    Temporal.Instant.compare(scanTime(scan, { gate, now }), Temporal.Instant.from(gate.over_since)) >= 0);

/** The answer to a scan, or why nothing was recorded. */
const recordOne = async (ctx: GateContext, scan: ScanSent): Promise<GateAnswer | ScanError["code"]> => {
  const allowed = await checkSupervisor(ctx, scan);
  // What a device has decided has happened, whether or not it was allowed.
  if (typeof allowed === "string" && scan.decided === undefined) return allowed;
  const allowed_by = typeof allowed === "object" ? allowed.by : undefined;
  try {
    return await recordScan(ctx, { ...scan, allowed_by });
  } catch (error) {
    // Somebody admitted against the answer without the permission.
    if (error instanceof Refused && error.code === "access_denied") return "not_allowed";
    throw error;
  }
};

/**
 * Undefined if a scan that a device decided earlier could not be recorded: it waits there and is sent again, and the others
 * need not wait for it. A device that waits for the answer hears of the failure.
 */
const orLater = async <T>(
  { log }: GateContext,
  { id, decided }: ScanSent,
  work: Promise<T>,
): Promise<T | undefined> => {
  try {
    return await work;
  } catch (err) {
    if (decided === undefined) throw err;
    log.error({ event: "scan_not_recorded", scan: id, err }, "a scan of a device could not be recorded");
    return undefined;
  }
};

/**
 * Records a batch of scans, each in its own transaction: malformed ones are reported, and the others are recorded. A scan
 * that was recorded before gets the same answer as then.
 */
export const recordBatch = async (
  ctx: GateContext,
  { scans, waiting = scans.length }: StaffReceived<typeof recordScans>,
): Promise<Reply> => {
  if (scans.length > maxScans) throw new Refused({ code: "payload_too_large", context: "gate" });
  const { gate, db, seller, now } = ctx;
  const answers: GateAnswer[] = [];
  const errors: ScanError[] = [];
  /** Scans that have to be sent again. */
  const later = new Set<string>();
  let offset = 0;
  for (const [index, sent] of scans.entries()) {
    const parsed = ScanSent.safeParse(sent);
    if (!parsed.success) {
      const fields = parsed.error.issues.map(({ path: [field = "scan"] }) => field);
      const error = malformed(sent, index, fields);
      errors.push(error);
      if (error.id !== null) later.add(error.id);
      continue;
    }
    offset = parsed.data.offset_ms;
    if (isAfterEnd(ctx, parsed.data)) {
      errors.push({ index, id: parsed.data.id, code: "device_ended", fields: [] });
      continue;
    }
    // An undo waits for the scan that it names.
    const { id, undoes } = parsed.data;
    const mustWait = undoes !== undefined && later.has(undoes);
    const recorded = mustWait ? undefined : await orLater(ctx, parsed.data, recordOne(ctx, parsed.data));
    if (recorded === undefined) later.add(id);
    else if (typeof recorded === "object") answers.push(recorded);
    else errors.push({ index, id, code: recorded, fields: [recorded === "not_allowed" ? "admit" : "supervisor"] });
  }
  if (gate.kind === "device") {
    const left = Math.max(0, waiting - scans.length + later.size);
    await touchDevice(db, seller.id, gate.id, { waiting: left, clock_offset_ms: offset });
  }
  const is_ended = gate.kind === "device" && gate.over_since !== null;
  return { answers, errors, is_ended, now: instantText(now) };
};
