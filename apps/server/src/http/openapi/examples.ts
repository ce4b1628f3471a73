import type { RefusalCode } from "@foyer/contract/errors.ts";
import { refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import replies from "./replyExamples.json" with { type: "json" };

const event = "5b6ad2a5-6c1c-4c6f-9c7b-3c0c2f4f7a10";
const session = "0f4cbb39-0a52-4b4e-8c55-61d2c9e0b8a2";
const adult = "c2a1f0de-8a3e-4a8f-9f64-1f6c9a0b5d33";
const ticket = "9e8b1a77-2f4d-4e0c-b2d1-7a5c3e6f8d44";
const giftee = "7d3e5c1b-9a2f-4b6d-8e0c-5f4a3b2c1d55";

/** Examples of named scalar types, by name. Tools build complete example replies from them. */
export const scalarExamples: Readonly<Record<string, readonly unknown[]>> = {
  Id: [event],
  Slug: ["harbor"],
  Instant: ["2026-12-01T15:00:00Z"],
  Day: ["2026-12-01"],
  TimeOfDay: ["10:00"],
  Money: ["12.50"],
  SignedMoney: ["-2.50"],
  Currency: ["USD"],
  IdList: [`${adult},${ticket}`],
  Limit: ["20"],
  QueryFlag: ["true"],
};

export const parameterExamples: Readonly<Record<string, string>> = {
  event_template_id: event,
  event_session_id: session,
  ticket_type_id: adult,
  ledger_id: "gift",
  code: "WELCOME10",
  number: "GC-7H2K-99QX",
  country: "US",
  purpose: "pay",
};

const quantities = [{ ticket_type_id: adult, quantity: 2 }];
const add = [{ event_template_id: event, event_session_id: session, ticket_types_required: quantities }];
const person = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" };
const card = { number: "4242424242424242", expiry: "04/30", cvc: "123" };
const payment = [{ gateway_id: "test", amount: "59.00", gateway_data: { card } }];
const purchaser = { identity: person, terms_accepted: true };

/** A body for each call that has one. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  createCart: { add },
  modifyCart: { add, remove: [ticket] },
  modifyLinkedCart: { remove: [ticket] },
  removeTickets: { tickets: [ticket] },
  extendCart: { expires_at: "2026-12-01T15:17:00Z" },
  transferCart: {},
  acceptOfferedChange: {},
  applyCode: { code: "WELCOME10" },
  removeCode: { code_id: "3a9d5e10-7c2b-4f8e-9d61-0b4c8a7f2e66" },
  savePurchaser: purchaser,
  saveLinkedCartPurchaser: purchaser,
  payCart: payment,
  payLinkedCart: payment,
  checkoutAsGuest: { terms_accepted: true },
  checkoutLinkedCart: { terms_accepted: true },
  checkoutAsMember: { terms_accepted: true },
  checkoutGift: { terms_accepted: true, giftee_identity_id: giftee },
  priceSessions: { ticket_types_required: quantities },
  priceCalendar: { ticket_types_required: quantities },
  checkPrices: { ticket_types_required: [{ ticket_type_id: adult }] },
  logIn: { username: "ada@example.com", password: "correct horse battery" },
  logInByLink: { scan_code: "KZ7M2Q9RTA" },
  requestOtp: { email: "ada@example.com", state: "harbor", provider: "ecomm", redirect_path: "/account" },
  submitOtp: { token: "Jx0b1cT3m8uW5yQ2rVfK4g", otp: "123456" },
  logOut: {},
  requestReset: { email: "ada@example.com" },
  validateReset: { token: "Jx0b1cT3m8uW5yQ2rVfK4g" },
  resetPassword: { token: "Jx0b1cT3m8uW5yQ2rVfK4g", password: "correct horse battery" },
  confirmEmail: { token: "Jx0b1cT3m8uW5yQ2rVfK4g" },
  createUser: { ...person, password: "correct horse battery" },
  createGiftee: person,
  changeUser: { identity: { phone: "+1 212 555 0100" } },
  putUser: { city: "New York", country: "US" },
  changeMembership: { holder_name: "Charles Babbage", holder_email: null },
  resendOrders: { email: "ada@example.com" },
  resendMyOrders: {},
  emailOrder: {},
  changeTicketNames: { tickets: [{ ticket_id: ticket, admit_name: "Ada Byron" }] },
  sendTickets: {
    tickets: [{ ticket_id: ticket }],
    email: "grace@example.org",
    sender_name: "Ada",
    message: "See you there!",
  },
  takeBackTickets: { tickets: [{ ticket_id: ticket }] },
  saveInvoiceDetails: { company: "Analytical Engines Ltd", tax_id: "DE123456789", address: "12 Dorset Street\nLondon" },
  quoteOrderCancellation: { tickets: [{ ticket_id: ticket }] },
  cancelOrderTickets: { tickets: [{ ticket_id: ticket }], refund_to: "same_means" },
};

/** A reply of each call as a server sent it, with its lists and long texts shortened. */
export const replyExamples: Readonly<Record<string, unknown>> = replies;

/** The contents of `_extra` where a caller needs them to continue. */
const extras: Readonly<Partial<Record<RefusalCode, Record<string, unknown>>>> = {
  bad_field_value: { fields: ["event_template_id"] },
  validation_failed: { fields: ["identity.email"] },
  request_refused: { fields: ["x-application"], expected: "ecomm" },
  idempotency_key_reused: { fields: ["idempotency-key"] },
  request_in_progress: { retry_after: 1 },
  otp_incorrect: { attempts_left: 2 },
};

export const refusalExample = (code: RefusalCode): object => ({
  _data: [{ _code: code, _context: "general", _description: refusalDescriptions[code], _extra: extras[code] ?? {} }],
  request_id: "b699d55f-52b9-48cc-af81-bda7568cee80",
});
