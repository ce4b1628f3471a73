import * as z from "zod/mini";
import { Id, Instant, Slug } from "../../basics.ts";
import { AdmissionReason, Shown } from "./admission.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/** A pairing code works once, for this many minutes. */
export const pairingMinutes = 10;
/** The maximum number of days for which a device can scan. */
export const deviceDays = 366;

const ofDevice = z.strictObject({ device_id: Id });
const DeviceName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const Ids = z.array(Id).check(z.maxLength(100));

export const DeviceRow = z.object({
  id: Id,
  name: z.string(),
  /** Empty if the device scans for every event. */
  event_ids: z.array(Id),
  venue_ids: z.array(Id),
  state: z.enum(["waiting_for_pairing", "pairing_expired", "paired", "ended"]),
  ends_at: Instant,
  seen_at: z.nullable(Instant),
  /** Scans that the device had not sent yet at its last contact. */
  waiting: z.int(),
  /** Seconds by which the device's clock is off. */
  clock_seconds: z.int(),
});
export type DeviceRow = z.infer<typeof DeviceRow>;

/** A scan for which the gate and the records disagree, to be reviewed by staff. */
export const ConflictRow = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(["double", "cancelled", "refused"]),
  by: z.string(),
  shown: Shown,
  reason: z.nullable(AdmissionReason),
  event: z.nullable(z.string()),
  type: z.nullable(z.string()),
  order_number: z.nullable(z.string()),
  /** When and by whom the entry that counts was scanned. */
  entry_at: z.nullable(Instant),
  entry_by: z.nullable(z.string()),
});
export type ConflictRow = z.infer<typeof ConflictRow>;

export const listDevices = staffEndpoint({
  name: "listDevices",
  method: "GET",
  path: "/devices",
  summary: "List the devices at the gates, and scans to review",
  can: "device.manage",
  audits: null,
  reply: z.object({
    devices: z.array(DeviceRow),
    conflicts: z.array(ConflictRow),
    events: z.array(z.object({ id: Id, name: z.string() })),
    venues: z.array(z.object({ id: Id, name: z.string() })),
  }),
});

/** `token` is shown as a QR code, only once. */
const Pairing = z.object({ id: Id, token: z.string(), expires_at: Instant });

export const createDevice = staffEndpoint({
  name: "createDevice",
  method: "POST",
  path: "/devices",
  summary: "Name a new device and get its pairing code",
  can: "device.manage",
  mergesRepeats: true,
  sealsReply: true,
  audits: "device.created",
  body: z.strictObject({ name: DeviceName, event_ids: Ids, venue_ids: Ids, ends_at: Instant }),
  reply: Pairing,
});

/** Invalidates the old code. Refused if the device is already paired. */
export const renewPairing = staffEndpoint({
  name: "renewPairing",
  method: "POST",
  path: "/devices/:device_id/renew",
  summary: "Get a new pairing code for a device that is not paired yet",
  can: "device.manage",
  mergesRepeats: true,
  sealsReply: true,
  audits: "device.pairing_renewed",
  params: ofDevice,
  reply: Pairing,
});

/** The device stops at its next contact and deletes its list. */
export const endDevice = staffEndpoint({
  name: "endDevice",
  method: "POST",
  path: "/devices/:device_id/end",
  summary: "End a device",
  can: "device.manage",
  audits: "device.ended",
  params: ofDevice,
  reply: Nothing,
});

export const resolveConflict = staffEndpoint({
  name: "resolveConflict",
  method: "POST",
  path: "/gate/conflicts/:scan_id/resolve",
  summary: "Mark a scan as reviewed",
  can: "device.manage",
  audits: "scan.conflict_resolved",
  params: z.strictObject({ scan_id: Id }),
  reply: Nothing,
});

/** Pairs the calling browser: the reply sets the device's cookie. */
export const pairDevice = staffEndpoint({
  name: "pairDevice",
  method: "POST",
  path: "/gate/pair",
  summary: "Pair a device with the code that the back office shows",
  can: "anyone",
  audits: "device.paired",
  body: z.strictObject({ seller: Slug, token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  reply: z.object({ name: z.string(), ends_at: Instant }),
});
