import { expect, test } from "vitest";
import { showPage } from "../../../../test/page.tsx";
import { FlexiblePrice } from "./FlexiblePrice.tsx";

test.each([
  ["KWD", "12.345", "Please enter an amount in steps of KWD\u00a00.010"],
  ["KWD", "9.995", "Value entered is outside min/max"],
  ["KWD", "50.005", "Value entered is outside min/max"],
  ["USD", "12.345", "Value entered is outside min/max"],
  ["USD", "9.99", "Value entered is outside min/max"],
])("an amount of the visitor's choice says what is wrong with it: %s %s", async (currency, value, words) => {
  await showPage(
    <FlexiblePrice
      name="Patron"
      flexible={{ min: "10", max: "50" }}
      value={value}
      isInvalid
      isSubmitted
      onChange={() => undefined}
    />,
    { seller: { default_currency_code: currency } },
  );
  expect(document.body.textContent).toContain(words);
});
