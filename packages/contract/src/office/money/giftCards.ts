import * as z from "zod/mini";
import { Reason, Version } from "../changes.ts";
import { Currency, Day, Id, Instant, Money, SignedMoney } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { EmailChoice, EmailPreview } from "../orders/deskActions.ts";
import { StaffEmail } from "../staff/signIn.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/** The state of a card. `expired`: past its end. `inactive`: voided, or its sale was refunded. */
export const giftCardStates = ["active", "expired", "inactive"] as const;
export type GiftCardState = (typeof giftCardStates)[number];

/**
 * How a card was created: bought with an order, issued instead of a refund, issued by staff without a sale, or in another
 * way, for example by `foyer gift-cards`.
 */
export const giftCardOrigins = ["sold", "refund", "issued", "other"] as const;

/** `review`: an inactive card that staff have to review, as listed by `foyer gift-cards`. */
export const giftCardFilters = {
  state: z.optional(z.enum([...giftCardStates, "review"])),
  origin: z.optional(z.enum(["sold", "refund", "issued"])),
};

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

export const GiftCardListRow = z.object({
  id: Id,
  /** The last four characters of its number. */
  ending: z.string(),
  balance: Money,
  /** The initial amount. */
  issued: Money,
  currency: Currency,
  state: z.enum(giftCardStates),
  /** Exclusive. */
  valid_to: z.nullable(Instant),
  created_at: Instant,
  origin: z.enum(giftCardOrigins),
  /** The order that bought it, or whose refund it replaces. */
  order_number: z.nullable(z.int()),
  recipient: z.nullable(z.string()),
});
export type GiftCardListRow = z.infer<typeof GiftCardListRow>;

export const giftCardPageSize = 50;

export const giftCardList = {
  name: "ending",
  columns: {
    ending: { label: "Card" },
    recipient: { label: "For" },
    origin: { label: "Origin" },
    balance: { label: "Balance", isNumber: true },
    state: { label: "State" },
    created_at: { label: "Created", isLabelled: true },
    valid_to: { label: "Until", isLabelled: true },
    issued: { label: "Initial value", isNumber: true, isExtra: true },
    order_number: { label: "Order", isExtra: true },
  },
  sorts: { balance: "descending", created_at: "descending", valid_to: "ascending" },
  usual: "-created_at",
} as const satisfies ListShape;

/** The position of the last row of the previous page: the value sorted by, and the id. */
const Cursor = z.string().check(z.regex(/^[\da-zT:.Z-]{1,40}_[\da-f-]{36}$/));

/**
 * Sorted by newest unless `sort` is set. `q`: the full number, including a replaced one, the last four characters, an order
 * number, or the beginnings of the names and e-mail address of the buyer or recipient. `exact`: the only card that matches
 * by its full number.
 */
export const listGiftCards = staffEndpoint({
  name: "listGiftCards",
  method: "GET",
  path: "/gift_cards",
  summary: "Find gift cards",
  can: "gift_card.read",
  audits: null,
  query: z.strictObject({
    ...giftCardFilters,
    q: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    sort: sortOf(giftCardList),
    after: z.optional(Cursor),
  }),
  reply: z.object({
    cards: z.array(GiftCardListRow),
    next: z.nullable(z.string()),
    too_short: z.boolean(),
    exact: z.nullable(Id),
    /** The currency in which cards are issued. */
    currency: Currency,
  }),
});

const ofCard = z.strictObject({ gift_card_id: Id });

/** What is typed about a single card. */
const issuedCard = {
  amount: Money,
  last_day: z.optional(Day),
  name: z.optional(Name),
  email: z.optional(StaffEmail),
};

/**
 * A movement of the balance. By payments: `debit` reserves money, `capture` makes the reservation final, `release` cancels
 * it, and `refund` gives money back. By staff: `adjust`, `void`, `restore`. `ended` removes the remaining balance at the
 * card's end, and `extended` restores it when the end is moved.
 */
export const giftCardMovements = [
  "issue",
  "debit",
  "capture",
  "release",
  "refund",
  "adjust",
  "void",
  "restore",
  "ended",
  "extended",
] as const;

export const GiftCardMovement = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(giftCardMovements),
  amount: SignedMoney,
  /** The order that was paid for. */
  order_number: z.nullable(z.int()),
  /** The staff member, and their reason. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type GiftCardMovement = z.infer<typeof GiftCardMovement>;

/** The maximum number of movements that a page shows, the newest; `earlier` is the sum of all before. */
export const shownMovements = 500;

export const GiftCardPage = z.object({
  ...GiftCardListRow.shape,
  version: z.string(),
  /** The amount reserved for payments in progress. It is not part of the balance. */
  promised: Money,
  recipient_email: z.nullable(z.string()),
  /** For a card issued by staff. */
  issue: z.nullable(z.object({ by: z.string(), reason: z.string(), quantity: z.int() })),
  earlier: SignedMoney,
  /** Oldest first. With `earlier` they add up to the balance. */
  movements: z.array(GiftCardMovement),
  /** The card's previous numbers, none of which can pay. */
  replaced: z.array(z.object({ ending: z.string(), at: Instant, by: z.string(), reason: z.string() })),
  emails: z.array(z.object({ state: z.string(), at: Instant })),
  /** The balance that can be restored, for a card voided by staff whose sale is still valid; null otherwise. */
  restorable: z.nullable(Money),
  /** The amount that its end removed. Moving the end restores it. */
  ended: Money,
  /**
   * What was paid for the card was refunded, is being refunded or is disputed, with the rest of its order: nobody can pay
   * with it unless the refund fails or the dispute is won.
   */
  order_refunded: z.boolean(),
  /** The seller's cards have no end. */
  never_ends: z.boolean(),
});
export type GiftCardPage = z.infer<typeof GiftCardPage>;

/** The reply masks the number for all staff. */
export const readGiftCard = staffEndpoint({
  name: "readGiftCard",
  method: "GET",
  path: "/gift_cards/:gift_card_id",
  summary: "A gift card with every movement",
  can: "gift_card.read",
  audits: null,
  params: ofCard,
  reply: GiftCardPage,
});

export const maxGiftCardsAtOnce = 10_000;

/**
 * Issues cards without a sale, in the seller's currency. A single card is issued at once: its number is in this reply and
 * nowhere else, and with an `email` it is sent to the recipient. Several are made by a job. `last_day` is in the seller's
 * time zone. Refused with `validation_failed` for an amount of zero, with too many decimals or above the seller's
 * `gift_cards.max_amount`, for an end that is past or that the seller's cards do not have, and for a recipient of several
 * cards; with `ledger_not_allowed` at a seller that accepts no gift cards.
 */
export const issueGiftCardsAtDesk = staffEndpoint({
  name: "issueGiftCardsAtDesk",
  method: "POST",
  path: "/gift_cards",
  summary: "Issue gift cards without a sale",
  can: "gift_card.issue",
  mergesRepeats: true,
  audits: "gift_card.issued",
  body: z.strictObject({
    ...issuedCard,
    quantity: z.int().check(z.minimum(1), z.maximum(maxGiftCardsAtOnce)),
    reason: Reason,
    /** The choice for the e-mail of a single card. Its address is stored in any case. */
    email_choice: z.optional(EmailChoice),
  }),
  reply: z.object({ batch_id: Id, gift_card_id: z.nullable(Id), number: z.nullable(z.string()) }),
});

/**
 * The e-mail that issuing a single card would send; null without an address. Refused like issuing it. The number is left
 * out as '…', since it is made with the card.
 */
export const previewIssuedGiftCard = staffEndpoint({
  name: "previewIssuedGiftCard",
  method: "POST",
  path: "/gift_cards/preview",
  summary: "The e-mail of a gift card that would be issued. Changes nothing.",
  can: "gift_card.issue",
  audits: null,
  body: z.strictObject(issuedCard),
  reply: z.object({ email: z.nullable(EmailPreview) }),
});

/**
 * Raises or lowers the balance. A result below zero is refused with `insufficient_balance`: money reserved for payments is
 * not part of the balance. A card that is inactive or past its end is refused with `gift_card_inactive`.
 */
export const adjustGiftCard = staffEndpoint({
  name: "adjustGiftCard",
  method: "POST",
  path: "/gift_cards/:gift_card_id/adjust",
  summary: "Raise or lower the balance of a gift card",
  can: "gift_card.adjust",
  audits: "gift_card.adjusted",
  params: ofCard,
  body: z.strictObject({ version: Version, amount: SignedMoney, reason: Reason }),
  reply: Nothing,
});

/** Removes the whole balance and deactivates the card. */
export const voidGiftCard = staffEndpoint({
  name: "voidGiftCard",
  method: "POST",
  path: "/gift_cards/:gift_card_id/void",
  summary: "Void a gift card",
  can: "gift_card.adjust",
  audits: "gift_card.voided",
  params: ofCard,
  body: z.strictObject({ version: Version, reason: Reason }),
  reply: Nothing,
});

/**
 * Restores what voiding removed, and reactivates the card. Refused with `gift_card_inactive` if its sale was refunded
 * since.
 */
export const restoreGiftCard = staffEndpoint({
  name: "restoreGiftCard",
  method: "POST",
  path: "/gift_cards/:gift_card_id/restore",
  summary: "Make a voided gift card good again",
  can: "gift_card.adjust",
  audits: "gift_card.restored",
  params: ofCard,
  body: z.strictObject({ version: Version, reason: Reason }),
  reply: Nothing,
});

/**
 * Gives the card a new number and invalidates the old one. The new number is in this reply, and is sent to the recipient's
 * address. `to` is another address, which is stored; null sends nothing.
 */
export const replaceGiftCardNumber = staffEndpoint({
  name: "replaceGiftCardNumber",
  method: "POST",
  path: "/gift_cards/:gift_card_id/replace",
  summary: "Replace the number of a gift card that was lost",
  can: "gift_card.issue",
  stepUp: true,
  audits: "gift_card.replaced",
  params: ofCard,
  body: z.strictObject({
    version: Version,
    reason: Reason,
    to: z.optional(z.nullable(StaffEmail)),
    email_choice: z.optional(EmailChoice),
  }),
  reply: z.object({ number: z.string() }),
});

/**
 * Sends the e-mail again, with the number and the remaining balance, at most once a minute to the same address (429
 * `too_many_requests`). `to` is stored as the recipient's address.
 */
export const resendGiftCard = staffEndpoint({
  name: "resendGiftCard",
  method: "POST",
  path: "/gift_cards/:gift_card_id/resend",
  summary: "Send the e-mail of a gift card again",
  can: "gift_card.issue",
  audits: "gift_card.resent",
  params: ofCard,
  body: z.strictObject({ to: z.optional(StaffEmail), sentence: EmailChoice.shape.sentence }),
  reply: z.object({ to: z.string() }),
});

/**
 * The e-mail that sending a card again or replacing its number would send, to its address or to `to`; null without one.
 * Refused like the action, apart from how often an e-mail can be sent. Of a number only the last characters are shown, of
 * a new one nothing.
 */
export const previewGiftCardEmail = staffEndpoint({
  name: "previewGiftCardEmail",
  method: "GET",
  path: "/gift_cards/:gift_card_id/email",
  summary: "Show the e-mail that a change of a gift card would send",
  can: "gift_card.issue",
  audits: null,
  params: ofCard,
  query: z.strictObject({ action: z.enum(["resend", "replace"]), to: z.optional(StaffEmail) }),
  reply: z.object({ email: z.nullable(EmailPreview) }),
});

/** `last_day` is in the seller's time zone; null for no end. */
export const moveGiftCardEnd = staffEndpoint({
  name: "moveGiftCardEnd",
  method: "POST",
  path: "/gift_cards/:gift_card_id/end",
  summary: "Move the end of a gift card",
  can: "gift_card.adjust",
  audits: "gift_card.end_moved",
  params: ofCard,
  body: z.strictObject({ version: Version, last_day: z.nullable(Day), reason: Reason }),
  reply: Nothing,
});
