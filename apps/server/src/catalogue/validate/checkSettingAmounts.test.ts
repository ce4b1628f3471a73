import { expect, test } from "vitest";
import { parseCatalogue } from "../format/readCatalogue.ts";
import { prepareCatalogue } from "./prepareCatalogue.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");

type Configured = { readonly currency?: string; readonly configuration?: object; readonly meta?: object };

const problemsOf = async ({ currency = "USD", configuration = {}, meta = {} }: Configured): Promise<string[]> => {
  const catalogue = {
    seller: { slug: "pier", name: "Pier", currency, timezone: "Europe/London", configuration },
    venues: { pier: { name: "Pier", timezone: "Europe/London" } },
    events: [{ key: "visit", name: "Visit", meta }],
  };
  const { sources, problems } = parseCatalogue(JSON.stringify(catalogue), {
    file: "shop.json",
    folder: "/nonexistent",
  });
  const found = [...problems];
  for (const source of sources) found.push(...(await prepareCatalogue(source, { now, trustsImages: false })).problems);
  return found.map(({ path, message }) => `${path}: ${message}`);
};

const selfEdit = (rules: object) => ({ enabled: true, anon_editing: true, ...rules });

test.each<[string, Configured, string]>([
  [
    "of refunds of one order",
    { configuration: { refund_limits: { order: "20.505" } } },
    "seller.configuration.refund_limits.order",
  ],
  [
    "of refunds on a day",
    { configuration: { refund_limits: { day: "20.505" } } },
    "seller.configuration.refund_limits.day",
  ],
  [
    "by which a till may differ",
    { configuration: { till_limits: { difference: "0.001" } } },
    "seller.configuration.till_limits.difference",
  ],
  [
    "that a gift card has at most",
    { configuration: { ledger_id: "cards", gift_cards: { max_amount: "99.999" } } },
    "seller.configuration.gift_cards.max_amount",
  ],
  [
    "that is kept of a cancelled ticket",
    { configuration: { self_edit: selfEdit({ cancel_fee: { fixed: "2.505" } }) } },
    "seller.configuration.self_edit.cancel_fee.fixed",
  ],
  [
    "that is kept of a moved ticket",
    { configuration: { self_edit: selfEdit({ change_fee: { fixed: "2.505" } }) } },
    "seller.configuration.self_edit.change_fee.fixed",
  ],
  [
    "that an event keeps of a cancelled ticket",
    { meta: { self_edit: { cancel_fee: { fixed: "2.505" } } } },
    "events[0].meta.self_edit.cancel_fee.fixed",
  ],
  [
    "that an event keeps of a moved ticket",
    { meta: { self_edit: { change_fee: { fixed: "2.505" } } } },
    "events[0].meta.self_edit.change_fee.fixed",
  ],
])("an amount that the currency does not have is refused at its field: %s", async (_, configured, path) => {
  expect(await problemsOf(configured)).toEqual([`${path}: has more decimal places than USD (2)`]);
});

test("the decimals are those of the seller's currency", async () => {
  const fee = { meta: { self_edit: { cancel_fee: { fixed: "2.50" } } } };
  expect(await problemsOf(fee)).toEqual([]);
  expect(await problemsOf({ ...fee, currency: "JPY" })).toEqual([
    "events[0].meta.self_edit.cancel_fee.fixed: has more decimal places than JPY (0)",
  ]);
  expect(await problemsOf({ currency: "KWD", configuration: { till_limits: { difference: "0.005" } } })).toEqual([]);
});
