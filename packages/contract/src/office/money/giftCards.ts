import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money, SignedMoney } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { StaffEmail } from "../staff/signIn.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/** What a card is now. `expired`: past its end. `inactive`: it was voided, or its sale was refunded. */
export const giftCardStates = ["active", "expired", "inactive"] as const;
export type GiftCardState = (typeof giftCardStates)[number];

/**
 * How a card came to be: bought with an order, given instead of a refund, issued here without a sale, or made otherwise, by
 * `foyer gift-cards` for instance.
 */
export const giftCardOrigins = ["sold", "refund", "issued", "other"] as const;

/** `review`: an inactive card that a person has to look at, as `foyer gift-cards` lists them. */
export const giftCardFilters = {
  state: z.optional(z.enum([...giftCardStates, "review"])),
  origin: z.optional(z.enum(["sold", "refund", "issued"])),
};

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const Reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));
const Version = z.string().check(z.minLength(1), z.maxLength(64));

export const GiftCardListRow = z.object({
  id: Id,
  /** The last four characters of its number. */
  ending: z.string(),
  balance: Money,
  /** What it was worth at first. */
  issued: Money,
  currency: Currency,
  state: z.enum(giftCardStates),
  /** Exclusive. */
  valid_to: z.nullable(Instant),
  created_at: Instant,
  origin: z.enum(giftCardOrigins),
  /** The order that bought it, or whose refund it is. */
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
    origin: { label: "Came by" },
    balance: { label: "Balance", isNumber: true },
    state: { label: "State" },
    created_at: { label: "Made", isLabelled: true },
    valid_to: { label: "Until", isLabelled: true },
    issued: { label: "Initial value", isNumber: true, isExtra: true },
    order_number: { label: "Order", isExtra: true },
  },
  sorts: { balance: "descending", created_at: "descending", valid_to: "ascending" },
  usual: "-created_at",
} as const satisfies ListShape;

/** Where the page after a row begins: what it is sorted by, and its id. */
const Cursor = z.string().check(z.regex(/^[\da-zT:.Z-]{1,40}_[\da-f-]{36}$/));

/**
 * Newest first without a `sort`. `q`: the whole number, also a replaced one, the last four characters, an order number, or the beginnings of
 * names and an e-mail address of buyer or recipient. `exact`: the only card that was meant, by its whole number.
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
    /** In which cards are issued. */
    currency: Currency,
  }),
});

const ofCard = z.strictObject({ gift_card_id: Id });

/**
 * A movement of the balance. Of a payment: `debit` promises money, `capture` keeps the promise, `release` returns it,
 * `refund` gives back. By people: `adjust`, `void`, `restore`. `ended` takes off what is left once the card's end has passed,
 * `extended` gives it back with a later end.
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
  /** The order that the payment is of. */
  order_number: z.nullable(z.int()),
  /** Who of the staff, and why. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type GiftCardMovement = z.infer<typeof GiftCardMovement>;

/** Movements that a page shows, the newest; `earlier` is the sum of those before. */
export const shownMovements = 500;

export const GiftCardPage = z.object({
  ...GiftCardListRow.shape,
  version: z.string(),
  /** What is promised to payments that are under way; no part of the balance. */
  promised: Money,
  recipient_email: z.nullable(z.string()),
  /** Of a card that was issued here. */
  issue: z.nullable(z.object({ by: z.string(), reason: z.string(), quantity: z.int() })),
  earlier: SignedMoney,
  /** Oldest first. With `earlier` they add up to the balance. */
  movements: z.array(GiftCardMovement),
  /** Numbers that it had before; none of them pays. */
  replaced: z.array(z.object({ ending: z.string(), at: Instant, by: z.string(), reason: z.string() })),
  emails: z.array(z.object({ state: z.string(), at: Instant })),
  /** The balance can be made good: it was voided here, and its sale stands. Null where it cannot. */
  restorable: z.nullable(Money),
  /** What its end has taken off it; a later end gives it back. */
  ended: Money,
  /** Cards of this seller have no end. */
  never_ends: z.boolean(),
});
export type GiftCardPage = z.infer<typeof GiftCardPage>;

/** The number is masked for everybody. */
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
 * Issues cards without a sale, in the seller's currency. One card is made at once: its number is in the reply, and nowhere
 * afterwards; with an `email` it gets its e-mail. Several are made by a job. `last_day` by the seller's clock. Refused with
 * `validation_failed`: an amount of zero, with too many decimals or above the seller's `gift_cards.max_amount`, an end that
 * is over or that the seller's cards do not have, and a recipient of several cards.
 */
export const issueGiftCardsAtDesk = staffEndpoint({
  name: "issueGiftCardsAtDesk",
  method: "POST",
  path: "/gift_cards",
  summary: "Issue gift cards without a sale",
  can: "gift_card.issue",
  audits: "gift_card.issued",
  body: z.strictObject({
    quantity: z.int().check(z.minimum(1), z.maximum(maxGiftCardsAtOnce)),
    amount: Money,
    last_day: z.optional(Day),
    reason: Reason,
    name: z.optional(Name),
    email: z.optional(StaffEmail),
  }),
  reply: z.object({ batch_id: Id, gift_card_id: z.nullable(Id), number: z.nullable(z.string()) }),
});

/**
 * Raises or lowers the balance. Below zero is refused with `insufficient_balance`: what is promised to a payment is no part
 * of the balance. An inactive card is refused with `gift_card_inactive`.
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

/** Takes the whole balance off and puts the card out of use. */
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

/** Gives back what voiding took, and puts the card into use again. `gift_card_inactive` where its sale was refunded since. */
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

/** Gives the card a new number; the old one pays no more. The new number is in the reply, and nowhere afterwards. */
export const replaceGiftCardNumber = staffEndpoint({
  name: "replaceGiftCardNumber",
  method: "POST",
  path: "/gift_cards/:gift_card_id/replace",
  summary: "Replace the number of a gift card that was lost",
  can: "gift_card.issue",
  stepUp: true,
  audits: "gift_card.replaced",
  params: ofCard,
  body: z.strictObject({ version: Version, reason: Reason, to: z.optional(StaffEmail) }),
  reply: z.object({ number: z.string() }),
});

/** Sends the e-mail again, with the number and what is left; `to` is kept as the recipient's address. */
export const resendGiftCard = staffEndpoint({
  name: "resendGiftCard",
  method: "POST",
  path: "/gift_cards/:gift_card_id/resend",
  summary: "Send the e-mail of a gift card again",
  can: "gift_card.issue",
  audits: "gift_card.resent",
  params: ofCard,
  body: z.strictObject({ to: z.optional(StaffEmail) }),
  reply: z.object({ to: z.string() }),
});

/** `last_day` by the seller's clock; null: it has no end. */
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
