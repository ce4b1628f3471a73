import { expect, test } from "vitest";
import { findTexts } from "./findTexts.ts";

const texts = [
  { key: "cart.title", text: "Your cart" },
  { key: "cart.empty", text: "Your cart is empty." },
  { key: "mail.order.subject", text: "Your order with {seller}" },
  { key: "ticket.page", text: "Page {page}" },
];
const own = { "cart.title": "Basket" };

test.each([
  ["nothing", {}, ["cart.title", "cart.empty", "mail.order.subject", "ticket.page"]],
  ["a word of the default", { q: "CART" }, ["cart.title", "cart.empty"]],
  ["a word of the seller's own", { q: "basket" }, ["cart.title"]],
  ["two words in any order", { q: "empty your" }, ["cart.empty"]],
  ["a key", { q: "mail.order" }, ["mail.order.subject"]],
  ["what is changed", { kind: "changed" }, ["cart.title"]],
  ["e-mails", { kind: "emails" }, ["mail.order.subject"]],
  ["pages with a word", { kind: "pages", q: "your" }, ["cart.title", "cart.empty"]],
  ["a word that is nowhere", { q: "opera" }, []],
])("%s finds its texts", (_, search, keys) => {
  expect(findTexts(texts, own, search).map(({ key }) => key)).toEqual(keys);
});
