import type { CodeLookup } from "@foyer/contract/shop/codes.ts";
import type { GiftLevel } from "@foyer/contract/shop/membershipLevel.ts";
import { attendeeProblems, type Attendee, type AttendeeProblem } from "../forms/attendees.ts";
import { fromDecimal } from "../values/money.ts";

/** The recipient of a gift membership, as entered. */
export type Giftee = Attendee & { readonly message: string };
export const emptyGiftee: Giftee = { first: "", last: "", email: "", message: "" };

/** The maximum length of a gift message, in characters. */
export const maxGiftMessageLength = 1000;

/** The mailbox of an e-mail address: case and the part after a plus are ignored. */
const canonicalMailbox = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, "@");

/** Do both addresses belong to the same mailbox? The server compares in the same way. */
export const isSamePerson = (one: string | null | undefined, other: string | null | undefined): boolean =>
  Boolean(one && other) && canonicalMailbox(one ?? "") === canonicalMailbox(other ?? "");

export type GifteeProblem = {
  readonly field: keyof Giftee;
  readonly message: "empty" | "self" | Exclude<AttendeeProblem["message"], "required">;
};

/** Validates the recipient; `own` is the giver's address if known. A gift to oneself is refused. */
export const gifteeProblems = (giftee: Giftee, own: string | undefined): readonly GifteeProblem[] => {
  const problems: GifteeProblem[] = attendeeProblems({ names: "required", emails: "required" }, giftee).map(
    ({ field, message }) => ({ field, message: message === "required" ? "empty" : message }),
  );
  if (isSamePerson(giftee.email, own)) problems.push({ field: "email", message: "self" });
  if (giftee.message.trim().length > maxGiftMessageLength) problems.push({ field: "message", message: "too_long" });
  return problems;
};

/** Parses a gift code: ten letters or digits, perhaps with spaces and invisible characters. Undefined for anything else. */
export const parseGiftCode = (typed: string): string | undefined => {
  const code = typed.replace(/[\s\p{Cf}]/gu, "");
  return /^[A-Za-z0-9]{10}$/.test(code) ? code : undefined;
};

export type GiftCodeState = "expired" | "exhausted" | "invalid" | "valid";

/** The state of a gift code. A code that is not valid yet, or is not a gift, is invalid. */
export const giftCodeState = (
  found: Pick<CodeLookup, "valid_from" | "valid_to" | "exhausted" | "is_gift" | "levels"> | undefined,
  now: Temporal.Instant,
): GiftCodeState => {
  if (!found?.is_gift) return "invalid";
  const { valid_from, valid_to, exhausted, levels } = found;
  if (valid_to !== null && Temporal.Instant.compare(now, valid_to) >= 0) return "expired";
  if (exhausted) return "exhausted";
  if (valid_from !== null && Temporal.Instant.compare(now, valid_from) < 0) return "invalid";
  return levels.length > 0 ? "valid" : "invalid";
};

/** The maximum number of levels offered for a gift code. */
const maxRedeemableLevels = 3;

/** The levels offered for a gift code: those of the best rank, cheapest first. */
export const redeemableLevels = (levels: readonly GiftLevel[], currency: string): readonly GiftLevel[] => {
  const best = Math.min(...levels.map(({ _rank }) => _rank));
  const costOf = ({ discounted_amount }: GiftLevel) => fromDecimal(discounted_amount, currency) ?? Infinity;
  return levels
    .filter(({ _rank }) => _rank === best)
    .toSorted((one, other) => costOf(one) - costOf(other))
    .slice(0, maxRedeemableLevels);
};
