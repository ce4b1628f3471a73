import { expect, test } from "vitest";
import { dinars, testGroup as group, testType as type } from "../../test/testCatalog.ts";
import { selectionTotal, ticketChoices, ticketFees } from "./ticketChoices.ts";

test("a fee of a percentage is shown in the step that the seller's cards pay", () => {
  const outside_fees = [{ fee_percent_outside: true as const, fee: "2.5" }];
  expect(ticketFees({ outside_fees }, 4750, dinars)).toBe(120);
  const types = [type("adult", "general", { outside_fees, discounted_amount: "4.750" })];
  const choices = ticketChoices({
    groups: [group("general")],
    types,
    sessionLeft: null,
    inCart: {},
    quantities: { adult: 2 },
  });
  expect(selectionTotal(choices, {}, dinars)).toMatchObject({ fees: { fixed: 0, percent: 240 }, total: 9740 });
});
