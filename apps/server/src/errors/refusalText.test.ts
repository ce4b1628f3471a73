import { expect, test } from "vitest";
import { refusalText } from "./refusalText.ts";

const code = "max_tickets_per_order_exceeded";
const own = { [`error.${code}`]: "{group}: höchstens {max}" };
const ofGroup = { code, extra: { group: "Boxes", max: 4 } } as const;
const ofCart = { code, extra: { max: 1000, reason: "cart" } } as const;

test.each<[string, Parameters<typeof refusalText>, string]>([
  ["the catalogue's, filled", [ofGroup], "Boxes: you can buy at most 4 in one order."],
  ["the seller's, filled", [ofGroup, own], "Boxes: höchstens 4"],
  ["the use case's before the catalogue's", [{ ...ofGroup, description: "At most {max}." }], "At most 4."],
  ["the seller's before the use case's", [{ ...ofGroup, description: "At most {max}." }, own], "Boxes: höchstens 4"],
  [
    "the one of its context",
    [{ code: "cart_expired", context: "order", extra: {} }],
    "The tickets of this change are no longer held.",
  ],
  ["the one of its reason", [ofCart], "You can buy at most 1000 tickets in one order."],
  [
    "the one of its reason, if the seller's names a group that it does not have",
    [ofCart, own],
    "You can buy at most 1000 tickets in one order.",
  ],
  ["the seller's of its reason", [ofCart, { ...own, [`error.${code}.cart`]: "Höchstens {max}" }], "Höchstens 1000"],
  ["the case's, as it is", [{ ...ofGroup, text: "{group}" }, own], "{group}"],
  ["the first, without what is not known, if none can be filled", [{ code, extra: { max: 4 } }, own], ": höchstens 4"],
])("the text of a refusal is %s", (_, given, text) => expect(refusalText(...given)).toBe(text));
