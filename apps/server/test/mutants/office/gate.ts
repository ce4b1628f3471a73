import type { Mutant } from "../mutant.ts";

const mount = "apps/server/src/http/staff/mountStaff.ts";
const scan = "apps/server/src/office/gate/recordScan.ts";
const subjects = "apps/server/src/office/gate/subjects.sql.ts";
const matrix = "apps/server/src/office/accessMatrix.test.ts";
const races = "apps/server/src/office/gate/gate.race.test.ts";
const scans = "apps/server/src/office/gate/recordScans.test.ts";
const formerCodes = "apps/backoffice/src/scan/formerCodes.test.ts";
const devices = "apps/server/src/office/gate/devices.test.ts";
const later = "apps/server/src/office/gate/recordLater.test.ts";

const venueDay = "apps/server/src/office/gate/venueDay.test.ts";

export const gateMutants: readonly Mutant[] = [
  {
    name: "visit_on_the_venues_day",
    protects: "access",
    file: scan,
    changes: [{ from: "  const zone = subject.row.timezone;\n", to: "  const zone = ctx.seller.timezone;\n" }],
    killedBy: { file: venueDay, test: "a pass has one visit a day of its venue" },
  },
  {
    name: "card_on_the_day_of_the_place",
    protects: "access",
    file: scan,
    changes: [{ from: "isCard(found) ? await atPlace(ctx, found) : found", to: "found" }],
    killedBy: {
      file: venueDay,
      test: "the card of a membership elsewhere is used on days of the place that a device scans for",
    },
  },
  {
    name: "cards_tickets_of_the_venues_day",
    protects: "access",
    file: subjects,
    changes: [{ from: "(app_now() at time zone w.timezone)::date", to: "(app_now() at time zone e.timezone)::date" }],
    killedBy: { file: venueDay, test: "a card shows its tickets of the venue's day" },
  },
  {
    name: "clock_not_before_the_server",
    protects: "access",
    file: "apps/backoffice/src/scan/own/clockOffset.ts",
    changes: [{ from: "clock + offset < this.now - putBackMs", to: "clock + offset < -putBackMs" }],
    killedBy: {
      file: "apps/backoffice/src/scan/Gate.test.ts",
      test: "a clock that is put back without a network counts as the server last said",
    },
  },
  {
    name: "scan_not_before_its_pairing",
    protects: "access",
    file: "packages/rules/src/admission/timeOfScan.ts",
    changes: [{ from: "paired_at ?? 0, ", to: "" }],
    killedBy: {
      file: scans,
      test: "scans that were decided without a network a scan from before the device was paired",
    },
  },
  {
    name: "order_code_replaced_too",
    protects: "access",
    file: "apps/server/src/modules/aftersale/venue/replaceCodes.ts",
    changes: [
      {
        from: "    await replaceOrderCode(db, seller.id, order.id, { ticket_id, scan_code: newTicketCode() });\n",
        to: "",
      },
    ],
    killedBy: { file: scans, test: "is refused as replaced once a ticket has a new code, and the order has another" },
  },
  {
    name: "order_code_without_sent_tickets",
    protects: "access",
    file: subjects,
    changes: [{ from: "filter(({ is_sent_on }) => !is_sent_on)", to: "filter(() => true)" }],
    killedBy: { file: scans, test: "does not admit a ticket that its buyer sent on" },
  },
  {
    name: "listed_order_without_sent_tickets",
    protects: "access",
    file: "apps/server/src/office/gate/list/gateList.sql.ts",
    changes: [
      { from: "case when t.sending_id is null then o.scan_code end as order_code", to: "o.scan_code as order_code" },
    ],
    killedBy: {
      file: "apps/server/src/office/gate/list/gateList.test.ts",
      test: "a ticket that its buyer sent on is not listed under the code of its order",
    },
  },
  {
    name: "device_forgets_order_of_ticket",
    protects: "access",
    file: "apps/backoffice/src/scan/gateList.ts",
    changes: [{ from: '      this.#orders.get(this.#orderOf.get(ticket.id) ?? "")?.delete(ticket.id);\n', to: "" }],
    killedBy: {
      file: formerCodes,
      test: "offline, the code of an order no longer finds a ticket that its buyer sent on",
    },
  },
  {
    name: "device_refuses_former_order_code",
    protects: "access",
    file: "apps/backoffice/src/scan/gateList.ts",
    changes: [{ from: "(await this.hasReplaced(code)) ? [] : ", to: "" }],
    killedBy: { file: formerCodes, test: "offline, the former code of an order finds no ticket" },
  },
  {
    name: "people_undone_by_who_counted_them",
    protects: "access",
    file: "apps/server/src/office/gate/recordUndoOfPeople.ts",
    changes: [{ from: "const undoes = undoTarget(ctx, sent, [scan], at);", to: "const undoes = sent.undoes;" }],
    killedBy: { file: scans, test: "people without codes are undone by the device that counted them, once" },
  },
  {
    name: "doubles_of_the_own_gate",
    protects: "access",
    file: "apps/server/src/office/gate/readGate.sql.ts",
    changes: [{ from: "$2::uuid in (c.device_id, c.staff_id, f.device_id, f.staff_id)", to: "$2::uuid is not null" }],
    killedBy: {
      file: "apps/server/src/office/gate/readGate.test.ts",
      test: "only the two devices that admitted the same ticket are told, until somebody has reviewed it",
    },
  },
  {
    name: "scan_ticket_locked",
    protects: "stock",
    file: subjects,
    changes: [{ from: 'lock ? " for update of t" : ""', to: 'lock ? "" : ""' }],
    killedBy: {
      file: races,
      test: "two devices meet at the ticket's row: the second waits and is shown who was first",
    },
  },
  {
    name: "scan_recorded_once",
    protects: "stock",
    file: scan,
    changes: [{ from: "  if (!isNew) return repeat(ctx, sent.id);\n  if (isPart)", to: "  if (isPart)" }],
    killedBy: { file: races, test: "the same scan from two tabs at once is recorded once and answered the same" },
  },
  {
    name: "scan_code_after_lock",
    protects: "access",
    file: scan,
    changes: [{ from: " || (target.code !== undefined && !row.codes.includes(target.code))", to: "" }],
    killedBy: {
      file: races,
      test: "an old code that is scanned while the ticket is sent to somebody lets nobody in",
    },
  },
  {
    name: "order_code_after_lock",
    protects: "access",
    file: scan,
    changes: [{ from: " || !(await hasCode(db, seller.id, target))", to: "" }],
    killedBy: {
      file: races,
      test: "the code of an order that is scanned while its ticket is sent to somebody lets nobody in",
    },
  },
  {
    name: "order_code_of_buyer",
    protects: "access",
    file: subjects,
    changes: [
      { from: 'case when t.sending_id is null then ${hashOf("o.scan_code")} end', to: '${hashOf("o.scan_code")}' },
    ],
    killedBy: {
      file: races,
      test: "the code of an order that is scanned while its ticket is sent to somebody lets nobody in",
    },
  },
  {
    name: "listed_code_compared",
    protects: "access",
    file: scan,
    changes: [{ from: '{ code_hash: Buffer.from(code, "hex") } : {}', to: "{} : {}" }],
    killedBy: {
      file: scans,
      test: "scans that were decided without a network an entry with a code that the ticket no longer has is listed",
    },
  },
  {
    name: "cancelled_card_on_device",
    protects: "access",
    file: "apps/server/src/office/gate/list/gateList.sql.ts",
    changes: [{ from: "w.ticket_order_id = m.ticket_order_id", to: "w.ticket_order_id <> m.ticket_order_id" }],
    killedBy: {
      file: "apps/server/src/office/gate/list/gateList.test.ts",
      test: "cards are listed by their current term or their last one, and a delta has those that were cancelled since",
    },
  },
  {
    name: "late_entry_undone",
    protects: "access",
    file: scan,
    changes: [{ from: "letIn ? { ...sent, undoes: letIn.id } : sent", to: "letIn ? sent : sent" }],
    killedBy: {
      file: scans,
      test: "an admission by a device that the server's No reached too late is recorded, once",
    },
  },
  {
    name: "ended_device_stops_at_scan",
    protects: "access",
    file: "apps/backoffice/src/scan/Gate.ts",
    changes: [{ from: "      if (reply.is_ended) await this.#end();\n      return reply;", to: "      return reply;" }],
    killedBy: {
      file: "apps/backoffice/src/scan/Gate.test.ts",
      test: "a device that was ended stops at its next scan, and deletes its list",
    },
  },
  {
    name: "scan_keeps_cancellation",
    protects: "money",
    file: scan,
    changes: [
      { from: 'if (isCard(row) || row.state === "cancelled") return;', to: "if (isCard(row)) return;" },
      { from: "{ from: row.state, to }", to: '{ from: row.state as "booked", to }' },
    ],
    killedBy: { file: scans, test: "scans that were decided without a network a cancellation stays one" },
  },
  {
    name: "device_of_its_seller",
    protects: "tenancy",
    file: "apps/server/src/office/gate/devices.sql.ts",
    changes: [
      { from: "where d.seller_id = $1 and d.token_hash = $2", to: "where d.seller_id = $1 or d.token_hash = $2" },
    ],
    killedBy: { file: matrix, test: "GET /staff as a device" },
  },
  {
    name: "device_opens_its_calls_only",
    protects: "access",
    file: mount,
    changes: [{ from: 'device && endpoint.can === "gate")', to: "device)" }],
    killedBy: { file: matrix, test: "GET /staff as a device" },
  },
  {
    name: "device_ended",
    protects: "access",
    file: mount,
    changes: [
      { from: "if (device.over_since !== null && !acceptsEndedDevice)", to: "if (device.over_since === undefined)" },
    ],
    killedBy: { file: devices, test: "a device that was ended stops at its next contact" },
  },
  {
    name: "device_scans_after_end",
    protects: "access",
    file: "apps/server/src/office/gate/recordScans.ts",
    changes: [{ from: "    if (isAfterEnd(ctx, parsed.data)) {", to: "    if (index < 0) {" }],
    killedBy: { file: devices, test: "a device that was ended stops at its next contact" },
  },
  {
    name: "pairing_code_once",
    protects: "access",
    file: "apps/server/src/office/gate/devices.sql.ts",
    changes: [{ from: ", pairing_hash = null, pairing_expires_at = null\n     where d", to: "\n     where d" }],
    killedBy: { file: devices, test: "pairing works once: the browser becomes the device" },
  },
  {
    name: "pairing_code_expires",
    protects: "access",
    file: "apps/server/src/office/gate/devices.sql.ts",
    changes: [{ from: " and d.pairing_expires_at > app_now()", to: "" }],
    killedBy: { file: devices, test: "pairing its code is over after ten minutes" },
  },
  {
    name: "undo_by_its_device",
    protects: "access",
    file: "apps/server/src/office/gate/undoTarget.ts",
    changes: [{ from: "(isOwn && isRecent)", to: "isRecent" }],
    killedBy: { file: scans, test: "undo within ten minutes by the same device" },
  },
  {
    name: "undo_within_ten_minutes",
    protects: "access",
    file: "apps/server/src/office/gate/undoTarget.ts",
    changes: [{ from: "(isOwn && isRecent)", to: "isOwn" }],
    killedBy: { file: scans, test: "undo later needs order.override" },
  },
  {
    name: "admit_against_the_answer",
    protects: "access",
    file: "apps/server/src/office/gate/decide.ts",
    changes: [{ from: "&& !mayAdmit(ctx, judgement))", to: "&& admit.length === 0)" }],
    killedBy: { file: scans, test: "one scan admitting against No needs the permission" },
  },
  {
    name: "let_in_by_its_code",
    protects: "access",
    file: "apps/backoffice/src/scan/decideOnDevice.ts",
    changes: [
      {
        from: "return { ...idOf(subject), ...(code !== undefined && { code }) };",
        to: "return { ...idOf(subject), ...(code === null && { code }) };",
      },
    ],
    killedBy: {
      file: formerCodes,
      test: "a ticket or card that a scan found is scanned again with the hash of the code that found it",
    },
  },
  {
    name: "entry_of_other_tab",
    protects: "stock",
    file: "apps/backoffice/src/scan/own/OwnScans.ts",
    changes: [{ from: "known.set(kept.scan.id, kept);", to: "known.get(kept.scan.id);" }],
    killedBy: {
      file: "apps/backoffice/src/scan/own/OwnScans.test.ts",
      test: "what another tab of this device let in counts here, too, and is sent once",
    },
  },
  {
    name: "late_undo_without_network",
    protects: "access",
    file: "apps/backoffice/src/scan/Gate.ts",
    changes: [{ from: "!isUndoOver(entry, this.now())", to: "isUndoOver(entry, 0) || true" }],
    killedBy: {
      file: "apps/backoffice/src/scan/Gate.test.ts",
      test: "without a network, an entry of more than ten minutes ago is not said to be undone",
    },
  },
  {
    name: "one_person_a_ticket",
    protects: "stock",
    file: "apps/server/src/office/gate/scanRow.ts",
    changes: [{ from: "isCount(sent) ? (sent.people ?? 1) : 1", to: "isCount(sent) ? 1 : (sent.people ?? 1)" }],
    killedBy: {
      file: scans,
      test: "people without codes are a number of their own: a ticket or a code is one person, whatever is sent",
    },
  },
  {
    name: "device_until_its_end",
    protects: "access",
    file: mount,
    changes: [
      { from: "token_hash !== null && device.over_since !== null", to: "token_hash !== null && device.id !== null" },
    ],
    killedBy: { file: devices, test: "a device that was ended leaves its browser to staff who sign in there" },
  },
  {
    name: "listed_entry_applied_once",
    protects: "stock",
    file: "apps/backoffice/src/scan/own/OwnScans.ts",
    changes: [{ from: "kept.sentAt !== null : !isListed)", to: "kept.sentAt !== null : isListed !== false)" }],
    killedBy: {
      file: "apps/backoffice/src/scan/own/OwnScans.test.ts",
      test: "an entry of another tab that the list has is not applied to the ticket once more",
    },
  },
  {
    name: "unreadable_scan_stays",
    protects: "stock",
    file: "apps/backoffice/src/scan/gateAnswers.ts",
    changes: [
      { from: 'refused: idsOf(errors.filter(({ code }) => code !== "malformed"))', to: "refused: idsOf(errors)" },
    ],
    killedBy: {
      file: "apps/backoffice/src/scan/Gate.test.ts",
      test: "a scan that the server cannot read stays on the device with its undo, and the others are sent",
    },
  },
  {
    name: "undo_after_its_scan",
    protects: "stock",
    file: "apps/server/src/office/gate/recordScans.ts",
    changes: [{ from: "undoes !== undefined && later.has(undoes)", to: "undoes !== undefined && later.has(id)" }],
    killedBy: { file: later, test: "a scan that cannot be recorded waits with its undo, the others are recorded" },
  },
  {
    name: "scan_that_fails_waits",
    protects: "stock",
    file: "apps/server/src/office/gate/recordScans.ts",
    changes: [{ from: "if (decided === undefined) throw err;", to: "if (id.length > 0) throw err;" }],
    killedBy: { file: later, test: "a scan that cannot be recorded waits with its undo, the others are recorded" },
  },
  {
    name: "unstored_list_is_old",
    protects: "access",
    file: "apps/backoffice/src/scan/gateStore.ts",
    changes: [{ from: 'this.#failed.has("list") ? null : kept.listAt', to: "kept.listAt" }],
    killedBy: {
      file: "apps/backoffice/src/scan/own/gateStore.test.ts",
      test: "a list that could not be stored is said to be so, and the stored one is none after a reload",
    },
  },
];
