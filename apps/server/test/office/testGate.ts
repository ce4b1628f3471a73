import { randomBytes } from "node:crypto";
import type { GateAnswer, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import type { Database } from "../../src/db/connections.ts";
import { newId } from "../../src/db/newId.ts";
import { deviceCookie, hashOfToken } from "../../src/http/staff/mountStaff.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { OfficeBrowser } from "./testStaff.ts";

export type TestDevice = { readonly id: string; readonly browser: OfficeBrowser; readonly paired_at: string };

/** A paired device, without using the screen that pairs it. */
export const pairedDevice = async (
  server: Pick<TestApp, "app" | "db" | "lastBug">,
  { seller_id, slug }: Pick<TestShop, "seller_id" | "slug">,
  device: {
    readonly name?: string;
    readonly event_ids?: string[];
    readonly venue_ids?: string[];
    readonly paired_at?: string;
  } = {},
): Promise<TestDevice> => {
  const token = randomBytes(32).toString("base64url");
  const id = newId();
  const paired_at = Temporal.Now.instant().subtract({ hours: 48 }).toString({ smallestUnit: "millisecond" });
  await server.db
    .insertInto("scan_device")
    .values({
      name: "Main gate",
      paired_at,
      ...device,
      seller_id,
      id,
      created_by: null,
      pairing_hash: null,
      pairing_expires_at: null,
      token_hash: hashOfToken(token),
      ends_at: Temporal.Now.instant().add({ hours: 24 }).toString(),
    })
    .execute();
  const browser = new OfficeBrowser(server, slug);
  browser.cookie = `${deviceCookie(false)}=${token}`;
  return { id, browser, paired_at: device.paired_at ?? paired_at };
};

const newScan = (scan: Partial<ScanSent>): ScanSent => ({
  id: newId(),
  at: Temporal.Now.instant().toString({ smallestUnit: "millisecond" }),
  offset_ms: 0,
  direction: "in",
  ...scan,
});

export const sendScans = (
  browser: OfficeBrowser,
  scans: readonly unknown[],
  more: object = {},
): Promise<TestResponse> => browser.post("/gate/scans", { scans, ...more });

/** Sends one scan and returns its result. */
export const scanWith = async (browser: OfficeBrowser, scan: Partial<ScanSent>): Promise<GateAnswer> => {
  const { status, body } = await sendScans(browser, [newScan(scan)]);
  const [answer] = body.answers ?? [];
  if (status !== 200 || !answer) throw new Error(`The scan was not answered: ${status} ${JSON.stringify(body)}`);
  return answer;
};

/** What staff at the gate see, in short: 'no already_in', and how it counts. */
export const inShort = ({ shown, reason, counts }: GateAnswer): string =>
  [shown, ...(reason === null ? [] : [reason]), counts].join(" ");

/** A scan that an offline device decided some minutes ago. */
export const offlineScan = (
  minutesAgo: number,
  scan: Partial<ScanSent>,
  more: Partial<ScanSent["decided"]> = {},
): ScanSent =>
  newScan({
    at: Temporal.Now.instant().subtract({ minutes: minutesAgo }).toString({ smallestUnit: "millisecond" }),
    decided: { shown: "welcome", reason: null, let_in: true, ...more },
    ...scan,
  });

/**
 * Marks a booked ticket as used, with the scan that admitted its holder, as a gate does. Returns false if it is not
 * booked.
 */
export const redeemTicket = async (db: Database, ticket_id = ""): Promise<boolean> => {
  const ticket = await db
    .updateTable("ticket")
    .set({ state: "redeemed" })
    .where("id", "=", ticket_id)
    .where("state", "=", "booked")
    .returning(["seller_id", "event_session_id"])
    .executeTakeFirst();
  if (!ticket) return false;
  const device_id = newId();
  const now = Temporal.Now.instant();
  const at = now.toString();
  const { seller_id } = ticket;
  await db
    .insertInto("scan_device")
    .values({
      seller_id,
      id: device_id,
      name: "Main gate",
      created_by: null,
      pairing_hash: null,
      pairing_expires_at: null,
      ends_at: now.add({ hours: 24 }).toString(),
    })
    .execute();
  await db
    .insertInto("scan")
    .values({
      seller_id,
      id: newId(),
      ticket_id,
      membership_id: null,
      event_session_id: ticket.event_session_id,
      device_id,
      staff_id: null,
      direction: "in",
      undoes: null,
      people: 1,
      at,
      local_day: at.slice(0, 10),
      device_at: at,
      clock_offset_ms: 0,
      is_offline: false,
      shown: "welcome",
      reason: null,
      may_admit: false,
      let_in: true,
      admit_reason: null,
      already_at: null,
      already_by: null,
      counts: "entry",
      conflict: null,
    })
    .execute();
  return true;
};

export const redeemTicketsOf = async (db: Database, order_id: string): Promise<void> => {
  const tickets = await db.selectFrom("ticket").select("id").where("ticket_order_id", "=", order_id).execute();
  for (const { id } of tickets) await redeemTicket(db, id);
};
