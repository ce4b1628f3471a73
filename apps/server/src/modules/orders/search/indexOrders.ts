import { foldText, phoneWord, wordsOf } from "@foyer/rules/orders/searchTerms.ts";
import { pause } from "../../../db/faultPoints.ts";
import { inOneTrip } from "../../../db/statements/statement.ts";
import { transact } from "../../../db/transact.ts";
import type { SellerContext } from "../../../http/requestContext.ts";
import {
  deleteDueOrders,
  lockDueOrders,
  lockOrderNumbers,
  readOrderTexts,
  replaceOrderWords,
  type OrderText,
  type OrderWord,
} from "./orderWords.sql.ts";

/** The number of orders in one transaction. */
export const indexedAtOnce = 200;
/** An order of a school class may name many people. Words of one kind beyond this number are left out. */
const maxWords = 200;

type SellerOfOrders = Pick<SellerContext, "db"> & { readonly seller: Pick<SellerContext["seller"], "id"> };

/**
 * Writes the search words of orders that were made or changed, one batch per transaction. The due orders are read before
 * their contents, so that an order that changes in the meantime stays due. Returns the number of orders processed: fewer than
 * `indexedAtOnce` if no more were due.
 */
export const indexOrders = (ctx: SellerOfOrders): Promise<number> =>
  transact(ctx, async ({ db, seller }) => {
    const due = await lockDueOrders(db, seller.id, indexedAtOnce);
    if (due.length === 0) return 0;
    const order_ids = [...new Set(due.map(({ ticket_order_id }) => ticket_order_id))];
    const numbers = await lockOrderNumbers(db, seller.id, order_ids);
    await pause("orders_locked_for_search");
    const texts = await readOrderTexts(db, seller.id, numbers);
    const due_ids = due.map(({ id }) => id);
    await inOneTrip(db, (db) =>
      Promise.all([
        replaceOrderWords(db, seller.id, numbers, wordsOfOrders(texts)),
        deleteDueOrders(db, seller.id, due_ids),
      ]),
    );
    return due.length;
  });

const wordsOfText = ({ kind, text }: OrderText): string[] => {
  if (kind === "name") return wordsOf(text);
  const word = kind === "phone" ? phoneWord(text) : foldText(text.trim()).slice(0, 80);
  return word === "" ? [] : [word];
};

const wordsOfOrders = (texts: readonly OrderText[]): OrderWord[] =>
  [...Map.groupBy(texts, ({ order_number, kind }) => `${order_number} ${kind}`).values()].flatMap((group) => {
    const [{ order_number, kind } = { order_number: 0, kind: "name" as const }] = group;
    const words = [...new Set(group.flatMap(wordsOfText))].slice(0, maxWords);
    return words.map((word) => ({ order_number, kind, word }));
  });
