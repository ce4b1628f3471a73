import type { CodeLookup } from "@foyer/contract/shop/codes.ts";
import type { GiftLevel } from "@foyer/contract/shop/membershipLevel.ts";
import { attendeeProblems, type Attendee, type AttendeeProblem } from "../forms/attendees.ts";
import { fromDecimal } from "../values/money.ts";

/** Whom a membership is given to, as typed. */
export type Giftee = Attendee & { readonly message: string };
export const emptyGiftee: Giftee = { first: "", last: "", email: "", message: "" };

/** Of a message that goes along with a gift (document 2 §5.1). */
export const maxGiftMessageLength = 1000;

/** The mailbox that an address leads to: letters of any size, and what stands behind a plus, are the same one. */
const canonicalMailbox = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, "@");

/** Are these two addresses one person's, as far as an address can tell? The server compares in the same way. */
export const isSamePerson = (one: string | null | undefined, other: string | null | undefined): boolean =>
  Boolean(one && other) && canonicalMailbox(one ?? "") === canonicalMailbox(other ?? "");

export type GifteeProblem = {
  readonly field: keyof Giftee;
  readonly message: "empty" | "self" | Exclude<AttendeeProblem["message"], "required">;
};

/** What is wrong with a giftee; `own` is the giver's address where it is known. Nobody gives to themselves. */
export const gifteeProblems = (giftee: Giftee, own: string | undefined): readonly GifteeProblem[] => {
  const problems: GifteeProblem[] = attendeeProblems({ names: "required", emails: "required" }, giftee).map(
    ({ field, message }) => ({ field, message: message === "required" ? "empty" : message }),
  );
  if (isSamePerson(giftee.email, own)) problems.push({ field: "email", message: "self" });
  if (giftee.message.trim().length > maxGiftMessageLength) problems.push({ field: "message", message: "too_long" });
  return problems;
};

/** A gift's code as it is typed: ten letters or digits (requirements OPEN-56). Undefined for anything else. */
export const parseGiftCode = (typed: string): string | undefined => {
  const code = typed.trim();
  return /^[A-Za-z0-9]{10}$/.test(code) ? code : undefined;
};

export type GiftCodeState = "expired" | "exhausted" | "invalid" | "valid";

/** What a code that was looked up is good for. One that is not valid yet, or that nobody was given, is none. */
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

/** At most so many levels are offered to whoever redeems a gift (document 2 §9). */
const maxRedeemableLevels = 3;

/** The levels to choose from with a gift's code: those of the best rank, the cheapest first (requirements OPEN-57). */
export const redeemableLevels = (levels: readonly GiftLevel[], currency: string): readonly GiftLevel[] => {
  const best = Math.min(...levels.map(({ _rank }) => _rank));
  const costOf = ({ discounted_amount }: GiftLevel) => fromDecimal(discounted_amount, currency) ?? Infinity;
  return levels
    .filter(({ _rank }) => _rank === best)
    .toSorted((one, other) => costOf(one) - costOf(other))
    .slice(0, maxRedeemableLevels);
};
