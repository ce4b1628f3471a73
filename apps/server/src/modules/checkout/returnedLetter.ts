import type { Seller } from "@foyer/contract/seller.ts";
import { exponentOf, toWire } from "@foyer/rules/money.ts";
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
  "mail.returned.late":
    "Your payment of {amount} came when your tickets were no longer held for you, and others have them now.",
  "mail.returned.voided": "Your card has not been charged.",
  "mail.returned.refunded": "Your money goes back to where it came from. That takes a few days.",
  "mail.returned.given": "{amount} of your payment goes back to where it came from. That takes a few days.",
  "mail.returned.end": "{seller}",
} as const;

const sentences = {
  voided: ["mail.returned.late", "mail.returned.voided"],
  refunded: ["mail.returned.late", "mail.returned.refunded"],
  given: ["mail.returned.given"],
} as const satisfies Record<HowReturned, readonly (keyof typeof words)[]>;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 200);

/** Money that comes back, in the seller's words. */
export const returnedLetter = (seller: Seller, { firstName, amount, currency, how }: Returned): Letter => {
  const shown = new Intl.NumberFormat(seller.locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: exponentOf(currency),
  }).format(Number(toWire(amount, currency)));
  const values = new Map([
    ["seller", seller.name],
    ["first_name", firstName],
    ["amount", shown],
  ]);
  const say = (key: keyof typeof words): string =>
    (seller.strings[key] ?? words[key]).replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? "");
  const lines = ["mail.returned.greeting" as const, ...sentences[how], "mail.returned.end" as const].map(say);
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join("\n");
  return {
    subject: oneLine(say("mail.returned.subject")),
    html: `<!doctype html><html lang="${escaped(seller.locale)}"><body style="margin:0;padding:28px;font-family:Georgia,serif;font-size:16px;line-height:1.5;color:#1c1c1c">\n${paragraphs}\n</body></html>`,
    text: lines.join("\n\n"),
    fromName: oneLine(seller.name),
  };
};
