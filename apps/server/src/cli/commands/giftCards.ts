import { parseArgs } from "node:util";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { normalizeGiftCardNumber, maskGiftCardNumber } from "@foyer/rules/checkout/giftCard.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { transact } from "../../db/transact.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import {
  giftCardsForReview,
  closeGiftCard,
  giftCardEntries,
  giftCardByNumber,
} from "../../modules/giftcards/giftCardAccounts.ts";
import { newGiftCardNumber } from "../../modules/giftcards/newGiftCardNumber.ts";
import { ledgerIdOf } from "../../modules/giftcards/issueGiftCards.ts";
import { issueAccounts } from "../../providers/payments/giftcard/ledger.sql.ts";
import type { Command, CommandContext } from "../command.ts";

const options = { "valid-to": { type: "string" } } as const;

/** The first moment after a day at the seller's. */
const endOfDay = (day: string, seller: Pick<Seller, "timezone">): string =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(seller.timezone).toInstant().toString();

/** `foyer gift-cards`: cards that nobody buys, how one stands, and those that wait for a person. */
export const giftCardsCommand: Command = {
  usage: "SLUG [issue AMOUNT [--valid-to DAY] | show NUMBER | close NUMBER]",
  description: [
    "Lists the seller's gift cards that need a person: their sale was given back after they were spent from, or",
    "there is money on one that is out of use",
    "issue AMOUNT    makes a card, in the seller's currency, and says its number once",
    "--valid-to DAY  it pays up to the end of that day at the seller's",
    "show NUMBER     what is left on a card, and everything that happened to it",
    "close NUMBER    puts it out of use for good, and takes off what is left",
    "A NUMBER of '-' is read from the standard input.",
  ].join("\n"),
  run: async (args, context) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [slug, action, given, ...others] = positionals;
    const isKnownAction = action === undefined || (["issue", "show", "close"].includes(action) && given !== undefined);
    if (slug === undefined || !isKnownAction || others.length > 0)
      throw new Error(`foyer gift-cards ${giftCardsCommand.usage}`);
    if (values["valid-to"] !== undefined && action !== "issue") throw new Error("--valid-to needs issue.");
    const connections = await context.openConnections();
    const seller = await sellerFinder(connections.acrossSellers(), 0)(slug);
    if (!seller) throw new Error(`There is no seller '${slug}'.`);
    const shop = { db: connections.forSeller(seller.id), seller };
    switch (action) {
      case "issue":
        return issueCard(shop, context, given ?? "", values["valid-to"]);
      case "show":
        return showCard(shop, context, await readNumber(context, given));
      case "close":
        return closeCard(shop, context, await readNumber(context, given));
      default:
        return listCards(shop, context);
    }
  },
};

/** A number that comes this way stands in no list of commands. */
const readNumber = (context: CommandContext, given = ""): Promise<string> | string =>
  given === "-" ? context.readInput() : given;

type SellerContext = Parameters<typeof giftCardByNumber>[0] & { readonly seller: Seller };

const issueCard = async (
  { db, seller }: SellerContext,
  context: CommandContext,
  given: string,
  day: string | undefined,
): Promise<number> => {
  const currency = seller.default_currency_code;
  const amount = fromDecimal(given, currency);
  if (amount === undefined || amount <= 0) throw new Error(`'${given}' is no amount in ${currency}.`);
  const number = newGiftCardNumber();
  const valid_to = day === undefined ? null : endOfDay(day, seller);
  await issueAccounts(db, seller.id, [
    { ledger_id: ledgerIdOf(seller), number, currency, amount, source_ticket_id: null, valid_to },
  ]);
  context.print(number);
  if (seller.configuration.ledger_id === undefined)
    context.print("It pays for nothing before the seller's catalogue says 'ledger_id' in its configuration.");
  return 0;
};

const findCard = async (shop: SellerContext, number: string) => {
  const account = await giftCardByNumber(shop, normalizeGiftCardNumber(number));
  if (!account) throw new Error(`There is no such card at '${shop.seller.slug}'.`);
  return account;
};

const showCard = async (shop: SellerContext, context: CommandContext, number: string): Promise<number> => {
  const account = await findCard(shop, number);
  const money = (amount: number) => `${toDecimal(amount, account.currency)} ${account.currency}`;
  context.print(
    `${account.state}, ${money(account.balance)} left${account.valid_to ? `, up to ${account.valid_to}` : ""}`,
  );
  for (const { created_at, kind, amount, payment_id } of await giftCardEntries(shop, account.id))
    context.print([created_at, kind, money(amount), ...(payment_id ? [`payment ${payment_id}`] : [])].join("\t"));
  return 0;
};

const closeCard = async (shop: SellerContext, context: CommandContext, number: string): Promise<number> => {
  const { id, currency } = await findCard(shop, number);
  const removed = await transact(shop, (shop) => closeGiftCard(shop, id));
  context.print(`It is out of use; ${toDecimal(removed, currency)} ${currency} was taken off.`);
  return 0;
};

const listCards = async (shop: SellerContext, context: CommandContext): Promise<number> => {
  const waiting = await giftCardsForReview(shop);
  if (waiting.length === 0) context.print("No gift card needs a person.");
  for (const { number, currency, issued, balance, state, order_number } of waiting)
    context.print(
      [
        maskGiftCardNumber(number),
        state,
        `${toDecimal(balance, currency)} of ${toDecimal(issued, currency)} ${currency} left`,
        ...(order_number === null ? [] : [`order ${order_number}`]),
      ].join("\t"),
    );
  return 0;
};
