import { parseArgs } from "node:util";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { normalizeGiftCardNumber, maskGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { fromDecimal, isInSteps, toDecimal } from "@foyer/rules/values/money.ts";
import { transact } from "../../../db/transact.ts";
import type { SellerContext } from "../../../http/requestContext.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import {
  giftCardsForReview,
  closeGiftCard,
  giftCardEntries,
  giftCardByNumber,
} from "../../../modules/giftcards/giftCardAccounts.ts";
import { newGiftCardNumber } from "../../../modules/giftcards/newGiftCardNumber.ts";
import { ledgerIdOf } from "../../../modules/giftcards/issueGiftCards.ts";
import { writeEntry } from "../../../modules/audit/audit.ts";
import { issueAccounts } from "../../../providers/payments/giftcard/ledger.sql.ts";
import type { Command, CommandContext } from "../../command.ts";
import { commandScope } from "../../commandScope.ts";

const options = { "valid-to": { type: "string" } } as const;

/** The end of a day in the seller's time zone. */
const endOfDay = (day: string, seller: Pick<Seller, "timezone">): string =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(seller.timezone).toInstant().toString();

/** `foyer gift-cards`: issues cards, shows their state, and lists those that need attention. */
export const giftCardsCommand: Command = {
  usage: "SLUG [issue AMOUNT [--valid-to DAY] | show NUMBER | close NUMBER]",
  description: [
    "Lists the seller's gift cards that need attention: the sale was refunded after the card had been used, or an",
    "inactive card has a balance",
    "issue AMOUNT    issues a card in the seller's currency and prints its number; it is not shown again",
    "--valid-to DAY  the last day on which it can be used, in the seller's time zone",
    "show NUMBER     shows a card's balance and its entries",
    "close NUMBER    deactivates a card for good and removes its balance",
    "With '-' as NUMBER, the number is read from the standard input.",
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

/** A number read from standard input does not end up in the shell history. */
const readNumber = (context: CommandContext, given = ""): Promise<string> | string =>
  given === "-" ? context.readInput() : given;

const issueCard = async (
  shop: SellerContext,
  context: CommandContext,
  given: string,
  day: string | undefined,
): Promise<number> => {
  const { seller } = shop;
  const currency = seller.default_currency_code;
  const amount = fromDecimal(given, currency);
  if (amount === undefined || amount <= 0) throw new Error(`'${given}' is not an amount in ${currency}.`);
  const step = sellerAmountStep(seller);
  if (!isInSteps(amount, step))
    throw new Error(
      `Give an amount in steps of ${toDecimal(step, currency)} ${currency}: the seller's prices are, too.`,
    );
  const number = newGiftCardNumber();
  const valid_to = day === undefined ? null : endOfDay(day, seller);
  const card = { ledger_id: ledgerIdOf(seller), number, currency, amount, source_ticket_id: null, valid_to };
  await transact(shop, async ({ db }) => {
    const [issued] = await issueAccounts(db, seller.id, [card]);
    await writeEntry(commandScope(db, seller.id), {
      action: "gift_card.issued",
      entity: { kind: "gift_card", id: issued?.id ?? "" },
      after: { amount: toDecimal(amount, currency), currency, valid_to },
    });
  });
  context.print(number);
  if (seller.configuration.ledger_id === undefined)
    context.print("It cannot be used before the seller's catalogue sets 'ledger_id' in its configuration.");
  return 0;
};

const findCard = async (shop: SellerContext, number: string) => {
  const account = await giftCardByNumber(shop, normalizeGiftCardNumber(number));
  if (!account) throw new Error(`There is no such gift card of '${shop.seller.slug}'.`);
  return account;
};

const showCard = async (shop: SellerContext, context: CommandContext, number: string): Promise<number> => {
  const account = await findCard(shop, number);
  const money = (amount: number) => `${toDecimal(amount, account.currency)} ${account.currency}`;
  context.print(
    `${account.state}, ${money(account.balance)} left${account.valid_to ? `, valid until ${account.valid_to}` : ""}`,
  );
  for (const { created_at, kind, amount, payment_id } of await giftCardEntries(shop, account.id))
    context.print([created_at, kind, money(amount), ...(payment_id ? [`payment ${payment_id}`] : [])].join("\t"));
  return 0;
};

const closeCard = async (shop: SellerContext, context: CommandContext, number: string): Promise<number> => {
  const { id, currency, state } = await findCard(shop, number);
  const removed = await transact(shop, async (shop) => {
    const removed = await closeGiftCard(shop, id);
    if (state === "inactive" && removed === 0) return removed;
    await writeEntry(commandScope(shop.db, shop.seller.id), {
      action: "gift_card.voided",
      entity: { kind: "gift_card", id },
      before: { balance: toDecimal(removed, currency) },
      after: { balance: toDecimal(0, currency) },
    });
    return removed;
  });
  context.print(`The card is closed; ${toDecimal(removed, currency)} ${currency} was removed.`);
  return 0;
};

const listCards = async (shop: SellerContext, context: CommandContext): Promise<number> => {
  const waiting = await giftCardsForReview(shop);
  if (waiting.length === 0) context.print("No gift card needs attention.");
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
