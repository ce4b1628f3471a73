import { parseArgs } from "node:util";
import type { Seller } from "@foyer/contract/seller.ts";
import { foldGiftCardNumber, maskedGiftCardNumber } from "@foyer/rules/giftCard.ts";
import { fromWire, toWire } from "@foyer/rules/money.ts";
import { transact } from "../db/transact.ts";
import { sellerFinder } from "../http/sellers.ts";
import { accountsToLookAt, closeAccount, entriesOf, knownAccount } from "../modules/ledger/giftCardDesk.ts";
import { newGiftCardNumber } from "../modules/ledger/giftCardNumber.ts";
import { ledgerOf } from "../modules/ledger/issueGiftCards.ts";
import { issueAccounts } from "../outside/payments/ledgerBook.ts";
import type { Command, Desk } from "./command.ts";

const options = { "valid-to": { type: "string" } } as const;

/** The first moment after a day at the seller's. */
const endOf = (day: string, seller: Pick<Seller, "timezone">): string =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(seller.timezone).toInstant().toString();

/** `foyer gift-cards`: cards that nobody buys, how one stands, and those that wait for a person. */
export const giftCards: Command = {
  takes: "SLUG [issue AMOUNT [--valid-to DAY] | show NUMBER | close NUMBER]",
  says: [
    "Lists the seller's gift cards that need a person: their sale was given back after they were spent from, or",
    "there is money on one that is out of use",
    "issue AMOUNT    makes a card, in the seller's currency, and says its number once",
    "--valid-to DAY  it pays up to the end of that day at the seller's",
    "show NUMBER     what is left on a card, and everything that happened to it",
    "close NUMBER    puts it out of use for good, and takes off what is left",
    "A NUMBER of '-' is read from the standard input.",
  ].join("\n"),
  run: async (args, desk) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [slug, verb, given, ...others] = positionals;
    const known = verb === undefined || (["issue", "show", "close"].includes(verb) && given !== undefined);
    if (slug === undefined || !known || others.length > 0) throw new Error(`foyer gift-cards ${giftCards.takes}`);
    if (values["valid-to"] !== undefined && verb !== "issue") throw new Error("--valid-to needs issue.");
    const connections = await desk.open();
    const seller = await sellerFinder(connections.acrossSellers(), 0)(slug);
    if (!seller) throw new Error(`There is no seller '${slug}'.`);
    const at = { db: connections.of(seller.id), seller };
    switch (verb) {
      case "issue":
        return issue(at, desk, given ?? "", values["valid-to"]);
      case "show":
        return show(at, desk, await typed(desk, given));
      case "close":
        return close(at, desk, await typed(desk, given));
      default:
        return list(at, desk);
    }
  },
};

/** A number that comes this way stands in no list of commands. */
const typed = (desk: Desk, given = ""): Promise<string> | string => (given === "-" ? desk.read() : given);

type At = Parameters<typeof knownAccount>[0] & { readonly seller: Seller };

const issue = async ({ db, seller }: At, desk: Desk, given: string, day: string | undefined): Promise<number> => {
  const currency = seller.default_currency_code;
  const amount = fromWire(given, currency);
  if (amount === undefined || amount <= 0) throw new Error(`'${given}' is no amount in ${currency}.`);
  const number = newGiftCardNumber();
  const valid_to = day === undefined ? null : endOf(day, seller);
  await issueAccounts(db, seller.id, [
    { ledger_id: ledgerOf(seller), number, currency, amount, source_ticket_id: null, valid_to },
  ]);
  desk.print(number);
  if (seller.configuration.ledger_id === undefined)
    desk.print("It pays for nothing before the seller's catalogue says 'ledger_id' in its configuration.");
  return 0;
};

const find = async (at: At, number: string) => {
  const account = await knownAccount(at, foldGiftCardNumber(number));
  if (!account) throw new Error(`There is no such card at '${at.seller.slug}'.`);
  return account;
};

const show = async (at: At, desk: Desk, number: string): Promise<number> => {
  const account = await find(at, number);
  const money = (amount: number) => `${toWire(amount, account.currency)} ${account.currency}`;
  desk.print(
    `${account.state}, ${money(account.balance)} left${account.valid_to ? `, up to ${account.valid_to}` : ""}`,
  );
  for (const { created_at, kind, amount, payment_id } of await entriesOf(at, account.id))
    desk.print([created_at, kind, money(amount), ...(payment_id ? [`payment ${payment_id}`] : [])].join("\t"));
  return 0;
};

const close = async (at: At, desk: Desk, number: string): Promise<number> => {
  const { id, currency } = await find(at, number);
  const taken = await transact(at, (at) => closeAccount(at, id));
  desk.print(`It is out of use; ${toWire(taken, currency)} ${currency} was taken off.`);
  return 0;
};

const list = async (at: At, desk: Desk): Promise<number> => {
  const waiting = await accountsToLookAt(at);
  if (waiting.length === 0) desk.print("No gift card needs a person.");
  for (const { number, currency, issued, balance, state, order_number } of waiting)
    desk.print(
      [
        maskedGiftCardNumber(number),
        state,
        `${toWire(balance, currency)} of ${toWire(issued, currency)} ${currency} left`,
        ...(order_number === null ? [] : [`order ${order_number}`]),
      ].join("\t"),
    );
  return 0;
};
