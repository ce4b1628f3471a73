import * as z from "zod/mini";
import { Currency, Id, Instant, Money } from "../../basics.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/**
 * Why a payment needs a person.
 * - no_order: captured without an order, and not refunded automatically.
 * - refund_failed: a refund failed.
 * - dispute: the payer disputes it at their bank; to be answered at the provider.
 * - part_given_back: partly refunded in the provider's dashboard, so it is unknown for which tickets.
 * - used_given_back: an order was refunded in full although some of its tickets had been used.
 * - overdue: an instalment has been due for a week; the cart is kept until somebody decides.
 * - under_way: a debit is processing for longer than debits take.
 */
export const reviewReasons = [
  "no_order",
  "refund_failed",
  "dispute",
  "part_given_back",
  "used_given_back",
  "overdue",
  "under_way",
] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/** The actions that can resolve a review. */
export const reviewActions = ["settle", "refund", "done"] as const;
export type ReviewAction = (typeof reviewActions)[number];

const Person = z.object({ id: Id, name: z.string() });
export const MoneyNote = z.object({ id: Id, text: z.string(), by: Person, at: Instant });

const paymentState = {
  state: z.string(),
  amount: Money,
  refunded: Money,
  /** The amount that can still be refunded: neither refunded nor being refunded. */
  left: Money,
  currency: Currency,
  gateway_id: z.string(),
  order_number: z.nullable(z.int()),
  /** The version that the screen shows. An action on a payment that has changed since is refused with `stale_version`. */
  version: z.string(),
};

/** Why a payment needs attention. */
const review = {
  reason: z.enum(reviewReasons),
  /** What happened and what to do about it, in the words of `foyer payments`. */
  what: z.string(),
  help: z.string(),
  since: Instant,
  /** What the reason is about, such as the refunds that failed: at most the payment's amount, or what is overdue. */
  sum: Money,
  detail: z.nullable(z.string()),
};

export const MoneyQueueRow = z.object({
  payment_id: Id,
  ...review,
  can: z.array(z.enum(reviewActions)),
  ...paymentState,
  cart_number: z.int(),
  taken_by: z.nullable(Person),
  notes: z.array(MoneyNote),
});
export type MoneyQueueRow = z.infer<typeof MoneyQueueRow>;

export const UnsentEmail = z.object({
  id: Id,
  kind: z.string(),
  to_address: z.string(),
  attempts: z.int(),
  created_at: Instant,
  /** The mail server's reply. */
  last_error: z.nullable(z.string()),
  /** The e-mail contains a one-time code or a login link, so it can only be sent to its original address. */
  keeps_address: z.boolean(),
});
export type UnsentEmail = z.infer<typeof UnsentEmail>;

export const OpenWebhook = z.object({
  gateway_id: z.string(),
  id: z.string(),
  type: z.string(),
  occurred_on: Instant,
  created_at: Instant,
  /**
   * `failed`: it is retried automatically. `orphan`: it concerns none of our payments. `unknown`: it was not understood.
   */
  outcome: z.enum(["failed", "orphan", "unknown"]),
  tries: z.int(),
});
export type OpenWebhook = z.infer<typeof OpenWebhook>;

/** The maximum number of rows listed of each kind; `more` says that there are others. */
export const queueLimit = 200;

/** All money that needs a person's attention, oldest first, with e-mails that were given up and webhooks that failed. */
export const readMoneyQueue = staffEndpoint({
  name: "readMoneyQueue",
  method: "GET",
  path: "/money",
  summary: "Money that needs a person",
  can: "money.read",
  audits: null,
  reply: z.object({
    payments: z.array(MoneyQueueRow),
    emails: z.array(UnsentEmail),
    webhooks: z.array(OpenWebhook),
    more: z.boolean(),
    /** The caller gets an e-mail, at most once a day, when something new needs attention. */
    notifies_me: z.boolean(),
  }),
});

/** Turns the caller's e-mail about new items on or off. */
export const setMoneyNotice = staffEndpoint({
  name: "setMoneyNotice",
  method: "POST",
  path: "/money/notice",
  summary: "Get an e-mail a day when something new needs a person, or none",
  can: "money.read",
  audits: "money.notice_set",
  body: z.strictObject({ is_wanted: z.boolean() }),
  reply: Nothing,
});

export const ofPayment = z.strictObject({ payment_id: Id });

export const PaymentPage = z.object({
  id: Id,
  ...paymentState,
  means: z.nullable(z.string()),
  cart_number: z.int(),
  /**
   * `provider_ref` is null if the payment is not known at the provider; `provider_url` also if the gateway has no pages.
   */
  provider_ref: z.nullable(z.string()),
  provider_url: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** Made by the test gateway, or with a provider's test keys: no money was moved. */
  is_test: z.boolean(),
  created_at: Instant,
  /** Who changed the payment last in the back office, and by which action; `changed_by` is null if it was no staff. */
  last_change: z.nullable(z.object({ changed_by: z.nullable(z.string()), changed_at: Instant, change: z.string() })),
  /** Why the payment needs attention; empty if it does not. */
  review: z.array(z.object(review)),
  can: z.array(z.enum(reviewActions)),
  taken_by: z.nullable(Person),
  notes: z.array(MoneyNote),
  states: z.array(z.object({ at: Instant, from: z.string(), to: z.string() })),
  /** All payments of the same cart, including this one. */
  attempts: z.array(
    z.object({
      id: Id,
      state: z.string(),
      gateway_id: z.string(),
      amount: Money,
      created_at: Instant,
      failure: z.nullable(z.string()),
    }),
  ),
  /** What was paid for: the tickets of its order, or of its cart. */
  tickets: z.array(
    z.object({
      event: z.string(),
      type: z.string(),
      count: z.int(),
      state: z.string(),
      price: Money,
      checked_in: z.int(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: Id,
      amount: Money,
      reason: z.string(),
      state: z.string(),
      at: Instant,
      provider_ref: z.nullable(z.string()),
      failure: z.nullable(z.string()),
    }),
  ),
  /** What the provider did with the money, including disputes. */
  events: z.array(z.object({ action: z.string(), amount: Money, at: Instant, provider_ref: z.string() })),
  emails: z.array(z.object({ kind: z.string(), state: z.string(), at: Instant })),
  /**
   * Disputes of the payer at their bank. `closed_at` is null while a dispute is open; `due_by` is null if no response is
   * possible.
   */
  disputes: z.array(
    z.object({
      provider_ref: z.string(),
      amount: Money,
      opened_at: Instant,
      closed_at: z.nullable(Instant),
      due_by: z.nullable(Instant),
    }),
  ),
  /** Order, tickets, check-ins and e-mails as text for the provider's dispute form; null without a dispute. */
  evidence: z.nullable(z.string()),
});
export type PaymentPage = z.infer<typeof PaymentPage>;

export const readPaymentAtDesk = staffEndpoint({
  name: "readPaymentAtDesk",
  method: "GET",
  path: "/money/payments/:payment_id",
  summary: "A payment with its states, attempts and refunds",
  can: "money.read",
  audits: null,
  params: ofPayment,
  reply: PaymentPage,
});
