import { afterEach, expect, test } from "vitest";
import { closePages, show } from "@foyer/ui/test/dom.tsx";
import type { Fees } from "@foyer/rules/pricing/fees.ts";
import { BootProvider } from "../../../shared/seller/seller.tsx";
import { makeBoot } from "../../../../test/seller.ts";
import { useFeeLines } from "./useFeeLines.ts";

function FeeLines({ fees }: { readonly fees: Fees }) {
  const { lines, note } = useFeeLines(fees);
  return <p>{[...lines.map(({ label, amount }) => `${label} ${amount}`), ...note].join(", ")}</p>;
}
afterEach(closePages);

test.each([
  [
    "both kinds, named as in the cart",
    { fixed: 300, percent: 25 },
    "Fees $3.00, Service charge $0.25, including $3.25 in fees",
  ],
  ["a percentage only", { fixed: 0, percent: 25 }, "Service charge $0.25, including $0.25 in fees"],
  ["none", { fixed: 0, percent: 0 }, ""],
])("the fees of a selection: %s", (_, fees, text) =>
  expect(
    show(
      <BootProvider boot={makeBoot({})}>
        <FeeLines fees={fees} />
      </BootProvider>,
    ).place.textContent,
  ).toBe(text),
);
