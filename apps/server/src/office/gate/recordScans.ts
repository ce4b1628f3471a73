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

/** Undefined if somebody admitted against the answer without the permission: nothing was recorded. */
const unlessDenied = async (answer: Promise<GateAnswer>): Promise<GateAnswer | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refused && error.code === "access_denied") return undefined;
    throw error;
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
  let offset = 0;
  for (const [index, sent] of scans.entries()) {
    const parsed = ScanSent.safeParse(sent);
    if (!parsed.success) {
      const fields = parsed.error.issues.map(({ path: [field = "scan"] }) => field);
      errors.push(malformed(sent, index, fields));
      continue;
    }
    offset = parsed.data.offset_ms;
    if (isAfterEnd(ctx, parsed.data)) {
      errors.push({ index, id: parsed.data.id, code: "device_ended", fields: [] });
      continue;
    }
    const allowed = await checkSupervisor(ctx, parsed.data);
    // What a device has decided has happened, whether or not it was allowed.
    if (typeof allowed === "string" && parsed.data.decided === undefined) {
      errors.push({ index, id: parsed.data.id, code: allowed, fields: ["supervisor"] });
      continue;
    }
    const allowed_by = typeof allowed === "object" ? allowed.by : undefined;
    const answer = await unlessDenied(recordScan(ctx, { ...parsed.data, allowed_by }));
    if (answer) answers.push(answer);
    else errors.push({ index, id: parsed.data.id, code: "not_allowed", fields: ["admit"] });
  }
  if (gate.kind === "device") {
    const left = Math.max(0, waiting - scans.length);
    await touchDevice(db, seller.id, gate.id, { waiting: left, clock_offset_ms: offset });
  }
  const is_ended = gate.kind === "device" && gate.over_since !== null;
  return { answers, errors, is_ended, now: instantText(now) };
};
