import type { Seller } from "@foyer/contract/seller.ts";
import { toWire } from "@foyer/rules/money.ts";
import { letterFrame } from "../../outside/mail/letterFrame.ts";
import { letterMoney } from "../../outside/mail/letterMoney.ts";
import { letterWords, oneLine } from "../../outside/mail/letterWords.ts";
import type { Letter } from "../../outside/mail/mail.ts";

/** voided: it was promised only. refunded: it was taken, late. given: somebody of the shop gives it back. */
export type HowReturned = "voided" | "refunded" | "given";

type Returned = {
  readonly firstName: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly how: HowReturned;
};

const words = {
  "mail.returned.subject": "Your payment to {seller}",
  "mail.returned.greeting": "Hello {first_name},",
  "mail.returned.greeting_unnamed": "Hello,",
  "mail.returned.late":
    "Your payment of {amount} came when your tickets were no longer held for you, and others have them now.",
  "mail.returned.voided": "Your card has not been charged.",
  "mail.returned.refunded": "Your money goes back to where it came from. That takes a few days.",
  "mail.returned.given": "{amount} of your payment goes back to where it came from. That takes a few days.",
  "mail.returned.amount": "Goes back to you",
} as const;

/** Money that comes back, in the seller's words. */
export const returnedLetter = (
  seller: Seller,
  origin: string,
  { firstName, amount, currency, how }: Returned,
): Letter => {
  const shown = letterMoney(seller, currency)(toWire(amount, currency));
  const say = letterWords(seller, words, { seller: seller.name, first_name: firstName, amount: shown });
  return letterFrame(seller, origin, {
    subject: say("mail.returned.subject"),
    title: say(oneLine(firstName) === "" ? "mail.returned.greeting_unnamed" : "mail.returned.greeting"),
    intro: say(how === "given" ? "mail.returned.given" : "mail.returned.late"),
    parts: [
      ...(how === "given" ? [] : [{ kind: "words" as const, text: say(`mail.returned.${how}`) }]),
      ...(how === "voided"
        ? []
        : [{ kind: "rows" as const, rows: [{ label: say("mail.returned.amount"), value: shown, total: true }] }]),
    ],
  });
};
