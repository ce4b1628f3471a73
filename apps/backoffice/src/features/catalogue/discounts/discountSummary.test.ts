import { expect, test } from "vitest";
import { discountSummary } from "./discountSummary.ts";

test.each([
  [{ percent: 10 }, "10% off · for everybody"],
  [{ percent: 10, codes: ["friends"], stacking: "with_others" }, "10% off · with a code · combined with others"],
  [
    { amount: "5.00", per: "cart", for: [{ event: "visit" }] },
    "5.00 EUR off · once for all tickets · for everybody · on one event",
  ],
  [
    { price: 8, for: [{ event: "visit" }, { event: "tour" }, { event: "visit", types: ["child"] }] },
    "New price 8 EUR · for everybody · on 2 events",
  ],
])("%j is %s", (discount, summary) => expect(discountSummary(discount, "EUR")).toBe(summary));
