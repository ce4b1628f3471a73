import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { officeHeader } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import {
  ageInvitations,
  auditOf,
  createStaff,
  forgetProof,
  OfficeBrowser,
  signedIn,
  type NewStaff,
} from "../../test/office/testStaff.ts";
import { storeRevisions } from "../../test/office/catalogueShop.ts";
import { pairedDevice } from "../../test/office/testGate.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { staffRoutes } from "../routes.ts";

/**
 * Who may call what, written by hand to be compared with packages/contract/src/office/staff/permissions.ts, so that a
 * mistake in either is found. O owner, M manager, B box office, S scanner, F finance, R reporter; '!' needs step-up. A call
 * that is missing here fails the test.
 */
type Row = {
  readonly who: string;
  /** A paired device can call it as well. */
  readonly device?: true;
  readonly body?: (target: Target) => object;
  readonly query?: string;
};
type Target = { readonly scanner: NewStaff; readonly email: string };
const everybody = "OMBSFR";
const memberFile = { csv: "a", columns: { first_name: 0, last_name: 1, email: 2, level: 3, last_day: 4 } };
const atSeller: Readonly<Record<string, Row>> = {
  "GET /staff": { who: "OM" },
  "GET /staff_names": { who: "OM" },
  "POST /staff/invite": { who: "OM!", body: ({ email }) => ({ email, roles: ["scanner"] }) },
  "POST /staff/invitation/:invitation_id/resend": { who: "OM!" },
  "POST /staff/invitation/:invitation_id/withdraw": { who: "OM!" },
  "POST /staff/:staff_id/give_role": { who: "OM!", body: () => ({ role: "reporter" }) },
  "POST /staff/:staff_id/take_role": { who: "OM!", body: () => ({ role: "scanner" }) },
  "POST /staff/:staff_id/suspend": { who: "OM!" },
  "POST /staff/:staff_id/resume": { who: "OM!" },
  "POST /staff/:staff_id/remove": { who: "OM!" },
  "POST /staff/:staff_id/reset_second_factor": { who: "O!" },
  "GET /audit": { who: "OMF" },
  "GET /audit.csv": { who: "OMF", query: "from=2026-01-01&to=2026-12-31" },
  // The gate.
  "POST /gate/scans": { who: "OMBS", device: true },
  "GET /gate": { who: "OMBS", device: true },
  "GET /gate/list": { who: "OMBS", device: true },
  "GET /devices": { who: "OM" },
  "GET /gate/code": { who: "OMB", query: "unheard_of=1" },
  "POST /gate/code": { who: "OMB!" },
  "POST /gate/code/remove": { who: "OMB" },
  "POST /devices": {
    who: "OM",
    body: () => ({ name: "Main gate", event_ids: [], venue_ids: [], ends_at: "2027-06-01T00:00:00Z" }),
  },
  "POST /devices/:device_id/renew": { who: "OM" },
  "POST /devices/:device_id/end": { who: "OM" },
  "POST /gate/conflicts/:scan_id/resolve": { who: "OM" },
  // The order desk.
  "GET /orders": { who: "OMBF" },
  "GET /order_filters": { who: "OMBF" },
  "GET /orders/:order_number": { who: "OMBF" },
  "GET /orders/:order_number/version": { who: "OMBF" },
  "GET /orders/:order_number/person": { who: "OMBF" },
  "GET /events/:event_template_id/sessions": { who: "OMBF" },
  "POST /orders/:order_number/notes": { who: "OMBF" },
  "POST /orders/:order_number/notes/:note_id/pin": { who: "OMBF" },
  "POST /orders/:order_number/resend": { who: "OMB" },
  "POST /orders/:order_number/purchaser": { who: "OMB" },
  "POST /orders/:order_number/attendees": { who: "OMB" },
  "POST /orders/:order_number/new_codes": { who: "OMB" },
  "GET /orders/:order_number/cancel_quote": { who: "OMB" },
  "POST /orders/:order_number/cancel": { who: "OMB" },
  "GET /orders/:order_number/refund_emails": { who: "OMBF" },
  "GET /orders/:order_number/refunds/:refund_id/emails": { who: "OMBF" },
  "POST /orders/:order_number/refund": { who: "OMBF" },
  "GET /orders/:order_number/move_quote": { who: "OMB" },
  "POST /orders/:order_number/move": { who: "OMB" },
  // Money.
  "GET /money": { who: "OMF" },
  "GET /money/payments/:payment_id": { who: "OMF", query: "unheard_of=1" },
  "POST /money/payments/:payment_id/settle": { who: "OMF", body: () => ({ version: "x" }) },
  "POST /money/payments/:payment_id/refund": {
    who: "OMF",
    body: () => ({ version: "x", reason: "Told on the phone" }),
  },
  "GET /money/payments/:payment_id/refund_emails": { who: "OMF", query: "unheard_of=1" },
  "POST /money/payments/:payment_id/done": { who: "OMF", body: () => ({ version: "x", reason: "Looked at" }) },
  "POST /money/payments/:payment_id/take": { who: "OMF", body: () => ({ is_taken: true }) },
  "POST /money/payments/:payment_id/notes": { who: "OMF", body: () => ({ text: "Rang the bank" }) },
  "POST /money/emails/:email_id/send": { who: "OMF" },
  "GET /money/emails/:email_id": { who: "OMF", query: "unheard_of=1" },
  "POST /money/webhooks/:gateway_id/:event_id/retry": { who: "OMF" },
  "POST /money/notice": { who: "OMF", body: () => ({ is_wanted: true }) },
  "GET /payouts": { who: "OF" },
  "GET /payouts/unpaid": { who: "OF" },
  "GET /payouts/:gateway_id/:ref": { who: "OF" },
  "GET /journal": { who: "OMF", query: "from=2026-01-01&to=2026-01-31" },
  "GET /journal/:day": { who: "OMF" },
  "GET /journal.csv": { who: "OMF", query: "from=2026-01-01&to=2026-01-31" },
  "POST /orders/:order_number/offer_move": { who: "OMB" },
  "POST /orders/:order_number/withdraw_offer": { who: "OMB" },
  "POST /comp_orders": { who: "OMB" },
  "POST /comp_orders/preview": { who: "OMB" },
  // The box office.
  "GET /till": { who: "OMB" },
  "GET /counter": { who: "OMB" },
  "GET /counter/member": { who: "OMB", query: "unheard_of=1" },
  "GET /counter_links": { who: "OMB" },
  "POST /counter_links": { who: "OMB" },
  "POST /counter_links/:sale_id/withdraw": { who: "OMB" },
  "POST /counter_sales": { who: "OMB" },
  "POST /counter_sales/preview": { who: "OMB" },
  "POST /till/open": { who: "OMB", body: () => ({ float: "100.00" }) },
  "POST /till/moves": { who: "OMB", body: () => ({ kind: "in", amount: "10.00", reason: "Change" }) },
  "POST /till/count": { who: "OMB", body: () => ({ counts: [] }) },
  "POST /till/close": { who: "OMB", body: () => ({}) },
  "GET /till/refunds": { who: "OMB" },
  "POST /till/refunds/:refund_id/pay_out": { who: "OMB" },
  "GET /tills": { who: "OMF", query: "day=2026-01-31" },
  "GET /orders/:order_number/email": { who: "OMB" },
  "POST /orders/:order_number/printed_tickets": { who: "OMB" },
  "POST /orders/:order_number/refunds/:refund_id/resend": { who: "OMBF" },
  // The board, attendance and bulk jobs.
  "GET /board": { who: "OMBFR" },
  "GET /payment_mode": { who: "OMBFR" },
  "POST /sessions/:event_session_id/close": { who: "OMB" },
  "POST /sessions/:event_session_id/open": { who: "OMB" },
  "GET /catalogue/halls/:key/use": { who: "OMBFR", query: "unheard_of=1" },
  "GET /catalogue/events/:key/sessions": { who: "OMBFR", query: "fill=nonsense" },
  "GET /catalogue/events/:key/sessions/:event_session_id/house": { who: "OMBFR", query: "unheard_of=1" },
  "POST /catalogue/events/:key/sessions/preview": { who: "OM" },
  "POST /catalogue/events/:key/sessions/change": { who: "OM" },
  "POST /catalogue/events/:key/sessions/:event_session_id/note": { who: "OMB" },
  "POST /catalogue/events/:key/sessions/sales": { who: "OMB" },
  "POST /catalogue/events/:key/sessions/:event_session_id/house": { who: "OMB" },
  "POST /catalogue/events/:key/sessions/:event_session_id/house/:house_hold_id/free": { who: "OMB" },
  "GET /reports/attendance": { who: "OMBFR" },
  "GET /reports/attendance/download": { who: "OMBFR" },
  "POST /bulk/preview": { who: "OM!" },
  "POST /bulk": { who: "OM!" },
  "GET /bulk": { who: "OM" },
  "GET /bulk/:bulk_job_id": { who: "OM", query: "unheard_of=true" },
  "GET /bulk/:bulk_job_id/report.csv": { who: "OM", query: "unheard_of=true" },
  "POST /bulk/:bulk_job_id/steer": { who: "OM!" },
  "GET /plans/:cart_number": { who: "OM", query: "unheard_of=true" },
  "GET /plans/:cart_number/move_quote": { who: "OM", query: "unheard_of=true" },
  "GET /plans/:cart_number/cancel_quote": { who: "OM", query: "unheard_of=true" },
  "POST /plans/:cart_number/move": { who: "OM!" },
  "POST /plans/:cart_number/cancel": { who: "OM!" },
  // Reports from the journal.
  "GET /reports/sales": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31" },
  "GET /reports/sales/download": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31&format=csv" },
  "GET /reports/donations": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31" },
  "GET /reports/donations/download": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31&format=csv" },
  "GET /reports/codes": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31" },
  "GET /reports/codes/download": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31&format=csv" },
  "GET /reports/gift_aid": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31" },
  "GET /reports/gift_aid/download": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31&format=csv" },
  "GET /reports/overrides": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31" },
  "GET /reports/overrides/download": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31&format=csv" },
  "GET /reports/comps": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31" },
  "GET /reports/comps/download": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31&format=csv" },
  "GET /reports/memberships": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31" },
  "GET /reports/memberships/download": { who: "OMFR", query: "from=2026-01-01&to=2026-01-31&format=csv" },
  "GET /reports/money": { who: "OF", query: "from=2026-01-01&to=2026-01-31" },
  "GET /reports/money/download": { who: "OF", query: "from=2026-01-01&to=2026-01-31&format=csv" },
  "GET /reports/gift_cards": { who: "OF", query: "from=2026-01-01&to=2026-01-31" },
  "GET /reports/gift_cards/download": { who: "OF", query: "from=2026-01-01&to=2026-01-31&format=csv" },
  "GET /reports/tax": { who: "OF", query: "from=2026-01-01&to=2026-01-31" },
  "GET /reports/tax/download": { who: "OF", query: "from=2026-01-01&to=2026-01-31&format=csv" },
  // Downloads of lists.
  "GET /downloads/orders.csv": { who: "OMF", query: "columns=order_number" },
  "GET /downloads/tickets.csv": { who: "OMF", query: "columns=order_number" },
  "GET /downloads/persons.csv": { who: "OMF", query: "columns=email" },
  "GET /downloads/members.csv": { who: "OM", query: "columns=member_number" },
  // Search and saved views.
  "GET /search/people": { who: "OMB" },
  "GET /search/catalogue": { who: "OMBFR" },
  "GET /search/codes": { who: "OMBFR" },
  "GET /search/gift_cards": { who: "OMBF" },
  "GET /saved_views": { who: "OMBFR" },
  "POST /saved_views": { who: "OMBFR" },
  "POST /saved_views/:view_id/rename": { who: "OMBFR" },
  "POST /saved_views/:view_id/delete": { who: "OMBFR" },
  "GET /pinned_reports": { who: "OMBFR" },
  "POST /saved_views/:view_id/report": {
    who: "OMBFR",
    body: () => ({ version: "-", is_pinned: true, mailed_every: null }),
  },
  // Visits of the operator.
  "GET /operator_permits": { who: "OM" },
  "POST /operator_permits": { who: "O!" },
  "POST /operator_permits/:permit_id/end": { who: "O!" },
  // Promo codes.
  "GET /codes": { who: "OMBFR" },
  "GET /code_groups": { who: "OMBFR" },
  "GET /codes/:code_id": { who: "OMBFR", query: "unheard_of=1" },
  "POST /codes": { who: "OM" },
  "POST /code_imports/check": { who: "OM" },
  "POST /code_imports": { who: "OM" },
  "POST /codes/pause": { who: "OM" },
  "GET /paused_codes": { who: "OM" },
  "POST /codes/:code_id/limit": { who: "OM" },
  "GET /code_batches": { who: "OMBFR" },
  "POST /code_batches": { who: "OM" },
  "GET /code_batches/:batch_id/codes.csv": { who: "OM", query: "unheard_of=1" },
  "GET /vouchers": { who: "OMBFR" },
  "GET /vouchers/download": { who: "OMF" },
  // Members.
  "GET /members": { who: "OMB" },
  "GET /member_levels": { who: "OMB" },
  "GET /members/:membership_id": { who: "OMB", query: "unheard_of=1" },
  "POST /members": { who: "OMB" },
  "POST /members/preview": { who: "OMB" },
  "GET /members/:membership_id/email": { who: "OMB", query: "unheard_of=1" },
  "POST /members/:membership_id/cancel_renewal": { who: "OMB" },
  "POST /members/:membership_id/holder": { who: "OMB" },
  "POST /members/:membership_id/holder/preview": { who: "OMB" },
  "POST /members/:membership_id/contact": { who: "OMB" },
  "GET /states": { who: "OMB" },
  "POST /members/:membership_id/add": { who: "OMB" },
  "POST /members/:membership_id/add/preview": { who: "OMB" },
  "GET /members/:membership_id/persons": { who: "OM", query: "unheard_of=1" },
  "GET /members/:membership_id/merge": { who: "OM", query: "unheard_of=1" },
  "POST /members/:membership_id/merge": { who: "OM" },
  "GET /members/:membership_id/end_quote": { who: "OM" },
  "POST /members/:membership_id/end": { who: "OM" },
  "POST /members/:membership_id/resend": { who: "OMB" },
  "POST /members/:membership_id/replace_number": { who: "OMB" },
  "GET /members/:membership_id/renewal_quote": { who: "OMB", query: "unheard_of=1" },
  "POST /members/:membership_id/renew": { who: "OMB" },
  "GET /members/:membership_id/level_quote": { who: "OMB", query: "unheard_of=1" },
  "POST /members/:membership_id/change_level": { who: "OMB" },
  "POST /members/:membership_id/level_link": { who: "OMB" },
  "GET /members/:membership_id/level_link/email": { who: "OMB", query: "unheard_of=1" },
  "POST /members/:membership_id/renewal_link": { who: "OMB" },
  "GET /members/:membership_id/renewal_link/email": { who: "OMB", query: "unheard_of=1" },
  "GET /plastic_cards": { who: "OMB", query: "list=to_make" },
  "GET /plastic_cards.csv": { who: "OM", query: "list=to_make" },
  "POST /plastic_cards/mark": {
    who: "OMB",
    body: () => ({
      as: "sent",
      cards: [{ membership_id: "00000000-0000-4000-8000-000000000001", member_number: "NOBODYSCARD" }],
    }),
  },
  "GET /member_imports": { who: "OMB" },
  "POST /member_imports/check": { who: "OM!", body: () => memberFile },
  "POST /member_imports": {
    who: "OM!",
    body: () => ({
      ...memberFile,
      import_id: "00000000-0000-4000-8000-000000000001",
      duplicates: "import",
      sends_cards: false,
    }),
  },
  "POST /member_imports/:import_id/continue": { who: "OM!" },
  "POST /member_imports/:import_id/cancel": { who: "OM!" },
  "POST /members/:membership_id/lengthen": { who: "OM" },
  "GET /member_renewals": { who: "OMB" },
  "POST /members/:membership_id/email_renewal": { who: "OMB" },
  "GET /gift_memberships": { who: "OMB" },
  "GET /gift_memberships/:gift_id/email": { who: "OMB", query: "unheard_of=1" },
  "POST /gift_memberships/:gift_id/resend": { who: "OMB" },
  "POST /gift_memberships/:gift_id/end": { who: "OMB" },
  "POST /gift_memberships/:gift_id/cancel": { who: "OM" },
  // Gift cards.
  "GET /gift_cards": { who: "OMBF" },
  "GET /gift_cards/:gift_card_id": { who: "OMBF", query: "unheard_of=1" },
  "POST /gift_cards": { who: "OMF" },
  "POST /gift_cards/preview": { who: "OMF" },
  "POST /gift_card_imports/check": { who: "OMF" },
  "POST /gift_card_imports": { who: "OMF" },
  "GET /gift_card_batches": { who: "OMF" },
  "GET /gift_card_batches/:batch_id/numbers.csv": { who: "OMF", query: "unheard_of=1" },
  "POST /gift_cards/:gift_card_id/adjust": { who: "OF!" },
  "POST /gift_cards/:gift_card_id/void": { who: "OF!" },
  "POST /gift_cards/:gift_card_id/restore": { who: "OF!" },
  "POST /gift_cards/:gift_card_id/replace": { who: "OMF!" },
  "POST /gift_cards/:gift_card_id/resend": { who: "OMF" },
  "GET /gift_cards/:gift_card_id/email": { who: "OMF" },
  "POST /gift_cards/:gift_card_id/end": { who: "OF!" },
  // The catalogue.
  "GET /catalogue": { who: "OMBFR" },
  "GET /catalogue/chapter": { who: "OMBFR", query: "chapter=seller" },
  "POST /catalogue/draft": { who: "OM", body: () => ({ chapter: "seller", version: 0, document: {} }) },
  "POST /catalogue/draft/discard": { who: "OM", body: () => ({ chapter: "seller", version: 1 }) },
  "POST /catalogue/draft/join": { who: "OM", body: () => ({ chapter: "seller", version: 1, choices: [] }) },
  "POST /catalogue/event": { who: "OM", body: () => ({ name: "A visit", from: { pattern: "class" } }) },
  "GET /catalogue/plan": { who: "OMBFR" },
  "POST /catalogue/publish": {
    who: "OM",
    body: () => ({ drafts: [{ chapter: "seller", version: 1 }], revision: 0, note: "" }),
  },
  "GET /catalogue/revisions": { who: "OMBFR" },
  "GET /catalogue/compare": { who: "OMBFR", query: "from=1&to=2" },
  "GET /catalogue/restore/plan": { who: "OM", query: "chapter=seller&number=1" },
  "POST /catalogue/restore": { who: "OM", body: () => ({ chapter: "seller", number: 1, revision: 1 }) },
  "GET /catalogue.yaml": { who: "OMBFR" },
  "GET /catalogue.zip": { who: "OMBFR" },
  "POST /catalogue/file/plan": { who: "OM", body: () => ({ file: "c2VsbGVy" }) },
  "POST /catalogue/file": { who: "OM", body: () => ({ file: "c2VsbGVy", revision: 0, replace: false, note: "" }) },
  "GET /catalogue/discounts/choices": { who: "OMBFR", query: "day=2027-03-01" },
  "POST /catalogue/discounts/try": {
    who: "OMBFR",
    body: () => ({ lines: [], day: "2027-03-01", bought_on: null, codes: [], level: null }),
  },
  "POST /emails/sender/check": { who: "OM", body: () => ({ address: "tickets@example.org" }) },
  "GET /catalogue/holidays/places": { who: "OM" },
  "GET /catalogue/holidays": { who: "OM", query: "country=NZ&year=2200" },
  "GET /catalogue/texts": { who: "OM" },
  "GET /emails/sample": { who: "OM", query: "kind=login_code" },
  "POST /emails/test": { who: "OM", body: () => ({ kind: "login_code" }) },
  "GET /catalogue/picture": { who: "OMBFR", query: "key=logo" },
  "POST /catalogue/writing": { who: "OMBFR", body: () => ({ html: "<p>Open</p>" }) },
  "POST /catalogue/picture": {
    who: "OM",
    body: () => ({ name: "a.png", alt: "A", file: "c2VsbGVy" }),
  },
  "GET /catalogue/previews": { who: "OM" },
  "POST /catalogue/previews": { who: "OM" },
  "POST /catalogue/previews/:preview_id/end": { who: "OM" },
  "GET /catalogue/previews/:preview_id/purchases": { who: "O", query: "unheard_of=1" },
  // Keys.
  "GET /payment_keys": { who: "O", query: "unheard_of=1" },
  "POST /payment_keys/:gateway_id": { who: "O!" },
  "POST /payment_keys/:gateway_id/forget": { who: "O!" },
  "GET /service_keys": { who: "O", query: "unheard_of=1" },
  "POST /service_keys/:service": { who: "O!" },
  "POST /service_keys/:service/forget": { who: "O!" },
};
/** Calls about one's own account: for everybody who is signed in. */
const ownAccount: Readonly<Record<string, Row>> = {
  "POST /sign_out": { who: everybody },
  "POST /invitation/join": { who: everybody },
  "GET /me": { who: everybody },
  "POST /step_up": { who: everybody },
  "POST /me/password": { who: everybody },
  "POST /me/second_factor": { who: everybody },
  "POST /me/second_factor/confirm": { who: everybody },
  "POST /me/recovery_codes": { who: `${everybody}!` },
  "GET /me/sign_ins": { who: everybody },
  "POST /me/sign_ins/:sign_in_id/end": { who: everybody },
  "POST /me/sign_ins/end_others": { who: everybody },
  // Passkeys.
  "POST /step_up/passkey/begin": { who: everybody },
  "POST /me/passkeys/begin": { who: everybody },
  "POST /me/passkeys": { who: everybody },
  "POST /me/passkeys/:passkey_id/rename": { who: everybody },
  "POST /me/passkeys/:passkey_id/remove": { who: `${everybody}!` },
  "POST /me/second_factor/remove": { who: `${everybody}!` },
};
/** Calls of the operator, who has no role at any seller; '!' needs step-up. */
const operators: Readonly<Record<string, "" | "!">> = {
  "GET /operator/sellers": "",
  "POST /operator/sellers": "!",
  "POST /operator/sellers/:slug/invite_owner": "!",
  "POST /operator/sellers/:slug/suspend": "!",
  "POST /operator/sellers/:slug/resume": "!",
};
const anybody: readonly string[] = [
  "GET /sign_in_options",
  "POST /sign_in",
  "POST /forgot_password",
  "POST /new_password",
  "POST /invitation/open",
  "POST /invitation/accept",
  "POST /gate/pair",
  "POST /sign_in/passkey/begin",
  "POST /sign_in/passkey",
];

const roleOf: Readonly<Record<string, StaffRole>> = {
  O: "owner",
  M: "manager",
  B: "box_office",
  S: "scanner",
  F: "finance",
  R: "reporter",
};

let server: TestApp;
let shop: TestShop;
const people = new Map<string, Awaited<ReturnType<typeof signedIn>>>();
let none: Awaited<ReturnType<typeof signedIn>>;
let stranger: Awaited<ReturnType<typeof signedIn>>;
let suspended: Awaited<ReturnType<typeof signedIn>>;
let device: OfficeBrowser;
let foreignDevice: OfficeBrowser;
let endedDevice: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  await storeRevisions(server.db, shop, 2);
  const other = await createTestShop(server.db);
  for (const [letter, role] of Object.entries(roleOf)) people.set(letter, await signedIn(server, shop, [role]));
  none = await signedIn(server, shop, []);
  stranger = Object.assign(await signedIn(server, other, ["owner"]), { slug: shop.slug });
  suspended = await signedIn(server, shop, ["owner"]);
  await server.runAsOwner(
    `set app.seller = '*'; update staff_grant set suspended_at = now() where staff_id = '${suspended.person.id}'`,
  );
});
beforeAll(async () => {
  const other = await createTestShop(server.db);
  device = (await pairedDevice(server, shop)).browser;
  const foreign = await pairedDevice(server, other);
  foreignDevice = new OfficeBrowser(server, shop.slug);
  foreignDevice.cookie = foreign.browser.cookie;
  const ended = await pairedDevice(server, shop);
  endedDevice = ended.browser;
  await server.db.updateTable("scan_device").set({ ended_at: ended.paired_at }).where("id", "=", ended.id).execute();
});
afterAll(() => server.close());

const call = (browser: OfficeBrowser, name: string, sent: object = {}, query = "") => {
  const [method = "", path = ""] = name.split(" ");
  const url = `${path.replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000001")}${query && `?${query}`}`;
  return browser.send(method as "GET" | "POST", url, method === "POST" ? sent : undefined);
};
/** A body that no schema allows: a caller without access must be refused before the body is parsed. */
const nonsense = { unheard_of: true };
const codeOf = ({ body }: { readonly body: { readonly _data?: { readonly _code: string }[] } }) =>
  body._data?.[0]?._code;

test("every call has a row in the table", () => {
  const listed = [...Object.keys(atSeller), ...Object.keys(ownAccount), ...Object.keys(operators), ...anybody];
  const mounted = staffRoutes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(mounted.toSorted()).toEqual(listed.toSorted());
});

describe.each(Object.entries(atSeller))("%s", (name, { who, query, device: isForDevices = false }) => {
  test(`as a device: ${isForDevices ? "allowed" : "403"}`, async () => {
    const reply = await call(device, name, nonsense, query);
    if (isForDevices) expect([200, 400, 422]).toContain(reply.status);
    else expect([reply.status, codeOf(reply)]).toEqual([403, "access_denied"]);
    expect((await call(foreignDevice, name, nonsense, query)).status).toBe(401);
    const ofEnded = await call(endedDevice, name, { scans: [] }, query);
    if (name === "POST /gate/scans") expect([ofEnded.status, ofEnded.body.is_ended]).toEqual([200, true]);
    else expect(codeOf(ofEnded)).toBe(isForDevices ? "device_ended" : "access_denied");
  });

  test.each(Object.keys(roleOf))(`as %s of ${who}`, async (letter) => {
    const reply = await call(people.get(letter) ?? none, name, nonsense, query);
    if (!who.includes(letter)) expect([reply.status, codeOf(reply)]).toEqual([403, "access_denied"]);
    else expect([200, 400, 422]).toContain(reply.status);
  });

  test("without a sign-in, without a role, of another seller, suspended", async () => {
    const replies = await Promise.all(
      [new OfficeBrowser(server, shop.slug), none, stranger, suspended].map((browser) =>
        call(browser, name, nonsense, query),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([401, 404, 404, 404]);
  });

  test("a seller that does not exist gets the same reply as one without a role", async () => {
    const lost = new OfficeBrowser(server, "no-such-seller");
    lost.cookie = none.cookie;
    const [unknown, foreign] = [await call(lost, name, nonsense, query), await call(none, name, nonsense, query)];
    expect({ ...unknown.body, request_id: "" }).toEqual({ ...foreign.body, request_id: "" });
    expect(unknown.status).toBe(404);
  });

  test(`needs step-up: ${who.endsWith("!") ? "yes" : "no"}`, async () => {
    const manager = await signedIn(server, shop, ["owner"]);
    await forgetProof(server.db, manager.person.id);
    const reply = await call(manager, name, nonsense, query);
    expect(codeOf(reply) === "step_up_required").toBe(who.endsWith("!"));
  });
});

describe.each(Object.entries(ownAccount))("%s", (name, { who }) => {
  test("is allowed to everybody who is signed in, and nobody else", async () => {
    expect((await call(new OfficeBrowser(server), name, nonsense)).status).toBe(401);
    const person = await signedIn(server, shop, []);
    const reply = await call(person, name, nonsense);
    expect([401, 403]).not.toContain(reply.status);
    const unproved = await signedIn(server, shop, ["reporter"]);
    await forgetProof(server.db, unproved.person.id);
    expect(codeOf(await call(unproved, name, nonsense)) === "step_up_required").toBe(who.endsWith("!"));
  });
});

describe.each(Object.entries(operators))("%s", (name, stepUp) => {
  test("for the operator alone, whatever role somebody has", async () => {
    expect((await call(new OfficeBrowser(server), name, nonsense)).status).toBe(401);
    for (const person of [...people.values(), none]) {
      const reply = await call(person, name, nonsense);
      expect([reply.status, codeOf(reply)]).toEqual([403, "access_denied"]);
    }
    const operator = await signedIn(server, shop, [], { is_operator: true });
    expect([200, 400, 404, 422]).toContain((await call(operator, name, nonsense)).status);
    await forgetProof(server.db, operator.person.id);
    expect(codeOf(await call(operator, name, nonsense)) === "step_up_required").toBe(stepUp === "!");
  });
});

test("a refused call changes nothing and is logged at most once a minute", async () => {
  const { scanner } = await newTarget();
  const reporter = await signedIn(server, shop, ["reporter"]);
  for (const _ of [1, 2]) expect((await reporter.post(`/staff/${scanner.id}/remove`)).status).toBe(403);
  const refused = (await auditOf(server.db, shop.seller_id)).filter(({ staff_id }) => staff_id === reporter.person.id);
  expect(refused.map(({ action, entity_id }) => [action, entity_id])).toEqual([
    ["staff.signed_in", reporter.person.id],
    ["staff.refused", "removeStaff"],
  ]);
});

const newTarget = async (): Promise<Target> => ({
  scanner: await createStaff(server.db, shop.seller_id, ["scanner"]),
  email: `t${crypto.randomUUID().slice(0, 8)}@staff.example`,
});

describe("a change writes an entry to the audit log", () => {
  const changes = staffRoutes.filter(({ endpoint }) => endpoint.audits !== null && endpoint.path.startsWith("/staff"));
  test.each(changes.map(({ endpoint }) => [endpoint.name, endpoint] as const))("%s", async (_, endpoint) => {
    const owner = await signedIn(server, shop, ["owner"]);
    const target = await newTarget();
    const { id } = (await owner.post("/staff/invite", { email: target.email, roles: ["scanner"] })).body;
    await ageInvitations(server.db, target.email);
    const path = endpoint.path.replace(":staff_id", target.scanner.id).replace(":invitation_id", id);
    const row = atSeller[`${endpoint.method} ${endpoint.path}`];
    expect((await owner.post(path, row?.body?.({ ...target, email: `x${target.email}` }))).status).toBe(200);
    const written = (await auditOf(server.db, shop.seller_id)).filter(({ staff_id }) => staff_id === owner.person.id);
    expect(written.map(({ action }) => action)).toContain(endpoint.audits);
  });
});

describe("a write from elsewhere", () => {
  test.each([
    ["without the application's header", { [officeHeader.name]: "" }],
    ["with the storefront's header", { [officeHeader.name]: "ecomm" }],
    ["from another origin", { origin: "https://evil.example" }],
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from a sibling host", { "sec-fetch-site": "same-site" }],
  ])("%s is refused", async (_, headers) => {
    const owner = people.get("O");
    const { email } = await newTarget();
    const reply = await owner?.post("/staff/invite", { email, roles: ["scanner"] }, { headers: headers as never });
    expect([reply?.status, reply && codeOf(reply)]).toEqual([403, "request_refused"]);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("%s is no method of the audit log", async (method) => {
    const reply = await people
      .get("O")
      ?.send(method as "POST", "/audit", {}, { headers: { [officeHeader.name]: officeHeader.value } });
    expect([reply?.status, reply?.headers.allow]).toEqual([405, "GET"]);
  });

  test.each([
    ["POST", "/orders/100231", 405, "GET"],
    ["GET", "/staff/invite", 405, "POST"],
    ["GET", "/orders/100231/nothing", 404, undefined],
    ["POST", "/orders/", 404, undefined],
    ["POST", "/nothing", 404, undefined],
    ["GET", "/", 404, undefined],
  ] as const)("%s %s is answered with %d", async (method, path, status, allow) => {
    const reply = await people
      .get("O")
      ?.send(method, path, {}, { headers: { [officeHeader.name]: officeHeader.value } });
    expect([reply?.status, reply?.headers.allow]).toEqual([status, allow]);
  });
});
