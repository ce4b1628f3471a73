import * as z from "zod/mini";
import { Day, Id, Instant } from "../../basics.ts";
import { EventGate, GroupGate, SellerGate } from "../../shop/settings/gateSettings.ts";
import { AdmissionReason, AdmitReason, CountedAs, maxScans, Shown } from "./admission.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** What a device decided without the server. */
const Decided = z.strictObject({
  shown: Shown,
  reason: z.nullable(AdmissionReason),
  /** Whether somebody went in. */
  let_in: z.boolean(),
});

/**
 * One scan. It names what was scanned by one of `code`, `ticket_id` (somebody was found by name, or chosen from an order)
 * and `card_id`; with none of them people are counted without codes. An undo names the scan that it takes back.
 */
export const ScanSent = z.strictObject({
  /** Made by the device; the same id again is recorded once and answered the same. */
  id: Id,
  /** By the device's clock. */
  at: Instant,
  /** The server's clock less the device's, in milliseconds, as the device last measured it. */
  offset_ms: z.int().check(z.minimum(-1e12), z.maximum(1e12)),
  direction: z.enum(["in", "out", "undo"]),
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  ticket_id: z.optional(Id),
  card_id: z.optional(Id),
  undoes: z.optional(Id),
  people: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
  /** Lets in after the answer Look, or against the answer. */
  admit: z.optional(AdmitReason),
  /**
   * With `admit`: the supervisor who allows it, and their code, sealed for the server. Ephemeral P-256 key (65 bytes), nonce
   * (12 bytes) and AES-256-GCM ciphertext bound to the scan's id, together in base64.
   */
  supervisor: z.optional(
    z.strictObject({ staff_id: Id, sealed_code: z.string().check(z.minLength(1), z.maxLength(400)) }),
  ),
  /** Only of a scan that the device has decided; the server decides otherwise. */
  decided: z.optional(Decided),
});
export type ScanSent = z.infer<typeof ScanSent>;

/** Answers to survey questions that the seller marks for the gate. */
const GateAnswers = z.array(z.object({ label: z.string(), value: z.string() }));

/** Who or what was scanned. */
export const GateSubject = z.object({
  kind: z.enum(["ticket", "card"]),
  /** Of the ticket or the membership. */
  id: Id,
  event: z.string(),
  /** By the venue's clock; null for a pass and a card. `is_all_day`: a day's opening. */
  session: z.nullable(z.object({ day: Day, start: z.string(), end: z.string(), is_all_day: z.boolean() })),
  /** The ticket's type, or the membership's level. */
  type: z.string(),
  name: z.nullable(z.string()),
  seat: z.nullable(z.string()),
  /** Of a card: people on the membership, and until when it is valid. */
  party: z.nullable(z.int()),
  /** Of a card: tickets a visit by type, where null is any type and -1 as many as one wants. Null on a device's own answer. */
  allowance: z.nullable(z.array(z.object({ type: z.nullable(z.string()), quantity: z.int() }))),
  /** Of a card: its tickets for today that are booked or used. */
  tickets_today: z.nullable(z.int()),
  valid_to: z.nullable(Instant),
  answers: GateAnswers,
});
export type GateSubject = z.infer<typeof GateSubject>;

const Choice = z.object({ subject: GateSubject, shown: Shown, reason: z.nullable(AdmissionReason) });

export const GateAnswer = z.object({
  id: Id,
  shown: Shown,
  reason: z.nullable(AdmissionReason),
  /** Look, and the seller leaves it to the gate to let in. */
  may_admit: z.boolean(),
  counts: CountedAs,
  /** Since when somebody is in with it, and where or by whom they were let in. */
  already: z.nullable(z.object({ at: Instant, by: z.string() })),
  subject: z.nullable(GateSubject),
  /** The tickets of an order whose code was scanned. */
  choices: z.array(Choice),
});
export type GateAnswer = z.infer<typeof GateAnswer>;

const ScanError = z.object({
  /** Its place in the batch, from 0. */
  index: z.int(),
  /** Its id, where it has a readable one. */
  id: z.nullable(z.string()),
  /** `code_waits`: too many wrong codes; 15 minutes later there may be another try. */
  code: z.enum(["malformed", "device_ended", "not_allowed", "wrong_code", "code_waits"]),
  fields: z.array(z.string()),
});

/** Each scan is recorded by itself; a scan's record is its entry in the log. */
export const recordScans = staffEndpoint({
  name: "recordScans",
  method: "POST",
  path: "/gate/scans",
  summary: "Check tickets in and out, and undo it",
  can: "gate",
  acceptsEndedDevice: true,
  maxBodyBytes: 512 * 1024,
  audits: null,
  body: z.strictObject({
    /** At most 500, each of the shape `ScanSent`; a malformed one is named and the others are recorded. */
    scans: z.array(z.unknown()),
    /** How many scans the device has not sent yet, these included. */
    waiting: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  }),
  reply: z.object({
    answers: z.array(GateAnswer),
    errors: z.array(ScanError),
    /** The device was ended: it forgets its list and stops. */
    is_ended: z.boolean(),
    now: Instant,
  }),
});
export { maxScans };

const Counters = z.object({ expected: z.int(), in: z.int(), refused: z.int() });

export const GateSessionRow = z.object({
  id: Id,
  event_template_id: Id,
  day: Day,
  start: z.string(),
  end: z.string(),
  start_datetime: Instant,
  end_datetime: Instant,
  cancelled: z.boolean(),
  is_all_day: z.boolean(),
  ...Counters.shape,
});
export type GateSessionRow = z.infer<typeof GateSessionRow>;

/** What the gate shows beside its answers. The numbers are those of all devices. */
export const readGate = staffEndpoint({
  name: "readGate",
  method: "GET",
  path: "/gate",
  summary: "Read what a gate scans for today, with its counters",
  can: "gate",
  audits: null,
  reply: z.object({
    now: Instant,
    today: Day,
    timezone: z.string(),
    seller: z.string(),
    /** The device's name, or that of the person who is signed in. */
    name: z.string(),
    is_device: z.boolean(),
    /** Until when the device scans. */
    ends_at: z.nullable(Instant),
    may_admit_anyway: z.boolean(),
    /**
     * Who may allow it here by their code. `salt` is base64, and `hint` the first ten bits of PBKDF2-SHA256 of the code: a
     * device refuses most wrong codes by it, and cannot tell the right one.
     */
    supervisors: z.array(z.object({ id: Id, name: z.string(), salt: z.string(), hint: z.int(), iterations: z.int() })),
    /** The server's P-256 key that codes are sealed for: base64, uncompressed. */
    code_key: z.string(),
    settings: SellerGate,
    events: z.array(z.object({ id: Id, name: z.string(), gate: EventGate })),
    sessions: z.array(GateSessionRow),
    /** Who went in less who went out today. */
    on_site: z.int(),
    /** Tickets that were let in twice, here and elsewhere, that nobody has looked at yet; the newest, at most five. */
    doubles: z.array(
      z.object({
        id: Id,
        at: Instant,
        by: z.string(),
        type: z.string(),
        event: z.string(),
        /** Of the entry that counts. */
        entry_at: z.nullable(Instant),
        entry_by: z.nullable(z.string()),
      }),
    ),
  }),
});

/**
 * The list with which a device judges without a network: codes as HMACs, so that it can check a code and make none. `key`
 * is the device's for this day. Rows of `tickets` and `orders` are packed (rules/admission/packedList.ts) and in base64.
 */
export const readGateList = staffEndpoint({
  name: "readGateList",
  method: "GET",
  path: "/gate/list",
  summary: "Read the list of today's tickets for a gate without a network",
  can: "gate",
  audits: null,
  query: z.strictObject({
    /** Only what changed since this moment of the server. */
    since: z.optional(Instant),
  }),
  reply: z.object({
    now: Instant,
    today: Day,
    /** 32 bytes, base64. */
    key: z.string(),
    sessions: z.array(Id),
    types: z.array(
      z.object({
        event_template_id: Id,
        venue_id: z.nullable(Id),
        name: z.string(),
        admits: z.boolean(),
        is_card: z.boolean(),
        gate: GroupGate,
      }),
    ),
    /** Who let people in: names of devices and people. */
    scanners: z.array(z.string()),
    count: z.int(),
    tickets: z.string(),
    orders: z.string(),
    /** Former codes of these tickets: 10 bytes each, the HMAC of the code's SHA-256. In base64. */
    replaced: z.string(),
    /** What else is shown of tickets and cards of the list: marked answers, and people on a membership. */
    details: z.array(z.object({ id: Id, party: z.nullable(z.int()), answers: GateAnswers })),
  }),
});
