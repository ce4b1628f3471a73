import { randomBytes } from "node:crypto";
import {
  deviceDays,
  pairingMinutes,
  type createDevice,
  type endDevice,
  type listDevices,
  type pairDevice,
  type renewPairing,
  type resolveConflict,
} from "@foyer/contract/office/gate/devices.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { newId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import { hashOfToken } from "../../http/staff/mountStaff.ts";
import type { OfficeContext, StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing, writeEntry } from "../../modules/audit/audit.ts";
import { requireRoom } from "../limits/requireRoom.ts";
import { conflictsOf, markResolved } from "./conflicts.sql.ts";
import {
  devicesOf,
  endOfPairing,
  eventsAndVenues,
  insertDevice,
  markEnded,
  ownIds,
  renewPairingCode,
  sellerIdOf,
  takePairingCode,
} from "./devices.sql.ts";

const entity = (id: string) => ({ kind: "device", id }) as const;
/** 256 random bits. Only their hash is stored. */
const newPairingToken = () => {
  const token = randomBytes(32).toString("base64url");
  return { token, pairing_hash: hashOfToken(token) };
};

export const listDevicesOfSeller = async (ctx: StaffContext): Promise<StaffReply<typeof listDevices>> => {
  const { db, seller } = ctx;
  const devices = await devicesOf(db, seller.id);
  return {
    devices: devices.map(({ is_over, is_pairing, paired_at, clock_offset_ms, ...device }) => ({
      ...device,
      state: is_over ? "ended" : paired_at !== null ? "paired" : is_pairing ? "waiting_for_pairing" : "pairing_expired",
      clock_seconds: Math.round(clock_offset_ms / 1000),
    })),
    conflicts: await conflictsOf(db, seller.id),
    ...(await eventsAndVenues(db, seller.id)),
  };
};

/** Refuses ids of another seller. */
const requireOwn = async (
  { db, seller }: StaffContext,
  { event_ids, venue_ids }: StaffReceived<typeof createDevice>,
): Promise<void> => {
  const wrong = [
    ...((await ownIds(db, seller.id, "event_template", event_ids)) === event_ids.length ? [] : ["event_ids"]),
    ...((await ownIds(db, seller.id, "venue", venue_ids)) === venue_ids.length ? [] : ["venue_ids"]),
  ];
  if (wrong.length > 0) throw new Refused({ code: "validation_failed", context: "gate", extra: { fields: wrong } });
};

export const createDeviceOfSeller = async (
  ctx: StaffContext,
  sent: StaffReceived<typeof createDevice>,
): Promise<StaffReply<typeof createDevice>> => {
  const { name, ends_at } = sent;
  const event_ids = [...new Set(sent.event_ids)];
  const venue_ids = [...new Set(sent.venue_ids)];
  await requireOwn(ctx, { ...sent, event_ids, venue_ids });
  const last = ctx.now.add({ hours: 24 * deviceDays });
  const ends = Temporal.Instant.from(ends_at);
  if (Temporal.Instant.compare(ends, ctx.now) <= 0 || Temporal.Instant.compare(ends, last) > 0)
    throw new Refused({ code: "validation_failed", context: "gate", extra: { fields: ["ends_at"] } });
  return changing(ctx, async (ctx) => {
    await requireRoom(ctx, "devices");
    const id = newId();
    const { token, pairing_hash } = newPairingToken();
    const device = { id, name, event_ids, venue_ids, ends_at };
    const expires_at = await insertDevice(
      ctx.db,
      { ...device, seller_id: ctx.seller.id, created_by: ctx.staff.id, pairing_hash },
      pairingMinutes,
    );
    await audit(ctx, {
      action: "device.created",
      entity: entity(id),
      after: { name, event_ids, venue_ids, ends_at },
    });
    return { id, token, expires_at };
  });
};

export const renewPairingOf = (
  ctx: StaffContext,
  { device_id }: StaffReceived<typeof renewPairing>,
): Promise<StaffReply<typeof renewPairing>> =>
  changing(ctx, async (ctx) => {
    const { token, pairing_hash } = newPairingToken();
    const known = (await devicesOf(ctx.db, ctx.seller.id)).some(({ id }) => id === device_id);
    if (!known) throw new Refused({ code: "not_found", context: "gate" });
    const renewed = await renewPairingCode(
      ctx.db,
      { seller_id: ctx.seller.id, id: device_id, pairing_hash },
      pairingMinutes,
    );
    if (!renewed) throw new Refused({ code: "device_paired", context: "gate" });
    await audit(ctx, {
      action: "device.pairing_renewed",
      entity: entity(device_id),
      after: { name: renewed.name },
    });
    return { id: device_id, token, expires_at: renewed.expires_at };
  });

export const endDeviceOf = async (
  ctx: StaffContext,
  { device_id }: StaffReceived<typeof endDevice>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    const name = await markEnded(ctx.db, { seller_id: ctx.seller.id, id: device_id, ended_by: ctx.staff.id });
    if (name === undefined) throw new Refused({ code: "not_found", context: "gate" });
    await audit(ctx, { action: "device.ended", entity: entity(device_id), after: { name } });
  });
  return {};
};

export const resolve = async (
  ctx: StaffContext,
  { scan_id }: StaffReceived<typeof resolveConflict>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    const isResolved = await markResolved(ctx.db, { seller_id: ctx.seller.id, scan_id, staff_id: ctx.staff.id });
    if (!isResolved) throw new Refused({ code: "not_found", context: "gate" });
    await audit(ctx, { action: "scan.conflict_resolved", entity: { kind: "scan", id: scan_id } });
  });
  return {};
};

const over = (): Refused =>
  new Refused({
    code: "invitation_over",
    context: "gate",
    description: "This pairing code was used, replaced or has expired. Ask for a new one.",
  });

/** Redeems the pairing code shown in the back office, once, and gives the browser the device's cookie. */
export const pairBrowser = async (
  ctx: OfficeContext,
  { seller: slug, token }: StaffReceived<typeof pairDevice>,
): Promise<StaffReply<typeof pairDevice>> => {
  const seller_id = await sellerIdOf(ctx.db, slug);
  if (seller_id === undefined) throw over();
  const pairing_hash = hashOfToken(token);
  const ends_at = await endOfPairing(ctx.db, seller_id, pairing_hash);
  if (ends_at === undefined) throw over();
  return changing(ctx, async (ctx) => {
    const token_hash = ctx.issueDeviceToken(Temporal.Instant.from(ends_at));
    const device = await takePairingCode(ctx.db, { seller_id, pairing_hash, token_hash });
    if (!device) throw over();
    await writeEntry(
      {
        db: ctx.db,
        seller: { id: seller_id },
        actor: "device",
        via: "device",
        staff_id: null,
        roles: [],
        requestId: ctx.requestId,
      },
      { action: "device.paired", entity: entity(device.id), after: { name: device.name, browser: ctx.browser } },
    );
    ctx.audited.add("device.paired");
    return { name: device.name, ends_at };
  });
};
