import { copyOrder, readOriginal } from "../../apps/server/test/orders/copyOrder.ts";
import type { BenchServer } from "../benchServer.ts";
import { openConnection } from "../connection.ts";
import { seedStock } from "../seedStock.ts";
import { Shopper } from "../shopper.ts";

/** Rows of an order that a search or its results read. */
const searchedTables = ["identity", "cart", "ticket_order", "ticket", "payment"];
const batch = 10_000;

/** Beginnings, middles and ends of made-up names: 400 first names and 8,000 surnames. */
const syllables = "an be cor da el fi gra ho in ju ka lin mo nor os pe qui ra sten tho".split(" ");

const syllable = (divisor: number): string =>
  `(array['${syllables.join("','")}'])[1 + (n / ${divisor}) % ${syllables.length}]`;
const firstName = `${syllable(1)} || ${syllable(20)}`;
const surname = `${syllable(7)} || ${syllable(140)} || ${syllable(2800)}`;

/**
 * The words by which the search finds an order: two names, an address, a telephone number and the last digits of a card.
 */
const wordsOf = (order_number: string): string => `
  insert into order_word (seller_id, kind, word, order_number)
  select $1::uuid, w.kind, w.word, ${order_number}
  from generate_series($2::bigint, $3::bigint) n,
  lateral (values ('name', ${firstName}), ('name', ${surname}),
    ('email', ${firstName} || '.' || ${surname} || n || '@mail.example'),
    ('phone', reverse(lpad((n * 7919 % 10000000000)::text, 10, '0'))),
    ('card', lpad((n * 7919 % 10000)::text, 4, '0'))) as w(kind, word)
  on conflict do nothing`;

export type SearchShop = { readonly seller_id: string; readonly slug: string; readonly first: number };

/**
 * One seller with this many orders of as many people, created by SQL: a real order is bought and copied, and its words
 * are indexed.
 */
export const seedOrders = async (server: BenchServer, count: number): Promise<SearchShop> => {
  const { seller_id, slug, items } = await seedStock(server.owner, "search");
  const connection = await openConnection(server.url);
  const shopper = new Shopper(server, { seller_id, slug, items, lastItem: items[0]! }, connection);
  const cart = await shopper.hold(items[0]!, 2);
  if (!cart) throw new Error("There was nothing to buy.");
  const order = await shopper.buy(cart);
  connection.close();
  const original = (await readOriginal(server, order)).filter(({ table }) => searchedTables.includes(table));
  const [bought] = await server.query<{ order_number: string }>("select order_number from ticket_order where id = $1", [
    order.order_id,
  ]);
  // Uses the same numbering as copyOrder.
  const first = 1_000_000_000_000 + (Number(bought?.order_number) % 1000) * 100_000_000;
  for (let from = 1; from <= count; from += batch) {
    const to = Math.min(count, from + batch - 1);
    await copyOrder(server, original, { from, to });
    await server.query(wordsOf(`${first} + n`), [seller_id, from, to]);
    if (from % 100_000 === 1) process.stderr.write(`${to.toLocaleString("en")} orders\n`);
  }
  await server.query("vacuum analyze", []);
  return { seller_id, slug, first };
};

/** The names of the n-th order, as the statement above makes them. */
export const namesOfOrder = (n: number): { readonly first: string; readonly last: string } => {
  const at = (divisor: number): string => syllables[Math.floor(n / divisor) % syllables.length] ?? "";
  return { first: at(1) + at(20), last: at(7) + at(140) + at(2800) };
};
