import type { Seller } from "@foyer/contract/seller.ts";
import { toWire } from "@foyer/rules/money.ts";
import { letterFrame } from "../../outside/mail/letterFrame.ts";
import { letterMoney } from "../../outside/mail/letterMoney.ts";
import { letterWords, oneLine } from "../../outside/mail/letterWords.ts";
import type { Letter } from "../../outside/mail/mail.ts";
import type { Gone } from "../cart/gone.ts";

/** voided: it was promised only. refunded: it was taken, late. given: somebody of the shop gives it back. */
export type HowReturned = "voided" | "refunded" | "given";

type Returned = {
  readonly firstName: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly how: HowReturned;
  /** What was not to be had any more; null where that is not known. */
  readonly gone: Gone | null;
};

const words = {
  "mail.returned.subject": "Your payment to {seller}",
  "mail.returned.greeting": "Hello {first_name},",
  "mail.returned.greeting_unnamed": "Hello,",
  "mail.returned.late":
    "Your payment of {amount} came when your tickets were no longer held for you, and others have them now.",
  "mail.returned.late_code":
    "Your payment of {amount} came when your tickets were no longer held for you, and a code that you had for them is over or used up by now.",
  "mail.returned.late_allowance":
    "Your payment of {amount} came when your tickets were no longer held for you, and by now your membership has no more of them.",
  "mail.returned.late_not_sold":
    "Your payment of {amount} came when your tickets were no longer held for you, and by now they are no longer sold.",
  "mail.returned.voided": "Your card has not been charged.",
  "mail.returned.refunded": "Your money goes back to where it came from. That takes a few days.",
  "mail.returned.given": "{amount} of your payment goes back to where it came from. That takes a few days.",
  "mail.returned.amount": "Goes back to you",
} as const;

const late = {
  places: "mail.returned.late",
  code: "mail.returned.late_code",
  allowance: "mail.returned.late_allowance",
  not_sold: "mail.returned.late_not_sold",
} as const;

/** Money that comes back, in the seller's words. */
export const returnedLetter = (
  seller: Seller,
  origin: string,
  { firstName, amount, currency, how, gone }: Returned,
): Letter => {
  const shown = letterMoney(seller, currency)(toWire(amount, currency));
  const say = letterWords(seller, words, { seller: seller.name, first_name: firstName, amount: shown });
  return letterFrame(seller, origin, {
    subject: say("mail.returned.subject"),
    title: say(oneLine(firstName) === "" ? "mail.returned.greeting_unnamed" : "mail.returned.greeting"),
    intro: say(how === "given" ? "mail.returned.given" : late[gone ?? "places"]),
    parts: [
      ...(how === "given" ? [] : [{ kind: "words" as const, text: say(`mail.returned.${how}`) }]),
      ...(how === "voided"
        ? []
        : [{ kind: "rows" as const, rows: [{ label: say("mail.returned.amount"), value: shown, total: true }] }]),
    ],
  });
};
