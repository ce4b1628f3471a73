import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { byRole, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { fakeApi, orderId, refusal, resetCartState, settle, showPage } from "../../../../test/cart/fixtures.tsx";
import { InvoiceSection } from "./InvoiceSection.tsx";

const token = "t".repeat(32);
const get = "GET /api/ticket_order/:id/invoice";
const post = "POST /api/ticket_order/:id/invoice";
const details = { company: "Analytical Engines Ltd", tax_id: "DE123456789", address: "12 Dorset Street\nLondon" };
const invoice = (more = {}) => ({
  number: "100017",
  asks_for_buyer: "optional",
  details: null as object | null,
  until: "2026-12-21T15:00:00Z",
  ...more,
});
const settings = {
  name: "Long Room Trust",
  address: ["1 Museum Street"],
  tax_id: "GB 1",
  tax_name: "VAT",
  rates: { default: 20 },
};
type Answers = Parameters<typeof fakeApi>[0];
const open = async (answers: Answers = {}, asks_for_buyer: "none" | "optional" | "company" = "optional") => {
  const calls = fakeApi({ [get]: () => invoice({ asks_for_buyer }), ...answers });
  await showPage(<InvoiceSection access={{ ticket_order_id: orderId, token }} />, {
    path: `/manage/${orderId}?token=${token}`,
    seller: { configuration: { invoice: { ...settings, asks_for_buyer } } },
  });
  return calls;
};
const page = () => document.body.textContent ?? "";
const pressButton = async (name: string): Promise<void> => {
  await act(async () => press(byRole("button", name)));
  await settle();
};
const box = (name: string): HTMLInputElement | HTMLTextAreaElement => {
  const found = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const fillAll = (values: Readonly<Record<string, string>> = details): void => {
  for (const [name, value] of Object.entries(values)) typeIn(box(name), value);
};
const typedNow = () => Object.fromEntries(Object.keys(details).map((name) => [name, box(name).value]));

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

test("saves a company with the order's token, shows it, and takes the focus", async () => {
  const calls = await open({ [post]: () => invoice({ details }) });
  await pressButton("Add company details");
  expect(document.activeElement?.textContent).toBe("Who is the invoice for?");
  fillAll();
  await pressButton("Save");
  expect(calls.filter(({ what }) => what === post)).toEqual([{ what: post, body: details }]);
  expect(document.activeElement?.textContent).toBe("The details are saved. They will appear on the invoice.");
  expect(document.querySelector("address")?.textContent).toBe(
    "Analytical Engines Ltd\n12 Dorset Street\nLondon\nDE123456789",
  );
  expect(page()).toContain("You can correct this until");
});

test("offers to correct what is there", async () => {
  await open({ [get]: () => invoice({ details }) });
  await pressButton("Correct company details");
  expect(typedNow()).toEqual(details);
});

test("says what is missing or wrong, goes there and sends nothing", async () => {
  const calls = await open();
  await pressButton("Add company details");
  await pressButton("Save");
  expect(page().match(/This field is required\./g)).toHaveLength(2);
  expect(document.activeElement).toBe(box("company"));
  fillAll({ ...details, tax_id: "DE12" });
  await pressButton("Save");
  expect(page()).toContain("Tax number is not valid.");
  expect(document.activeElement).toBe(box("tax_id"));
  expect(box("tax_id").getAttribute("aria-invalid")).toBe("true");
  expect(calls.map(({ what }) => what)).not.toContain(post);
});

test("needs the tax number where the seller asks for it", async () => {
  const calls = await open({}, "company");
  await pressButton("Add company details");
  fillAll({ ...details, tax_id: " " });
  await pressButton("Save");
  expect(document.activeElement).toBe(box("tax_id"));
  expect(box("tax_id").getAttribute("aria-required")).toBe("true");
  expect(calls.map(({ what }) => what)).not.toContain(post);
});

test("marks the fields that the server refuses", async () => {
  await open({ [post]: () => refusal(422, "validation_failed", { extra: { fields: ["company", "address"] } }) });
  await pressButton("Add company details");
  fillAll();
  await pressButton("Save");
  expect(page()).toContain("We can print Latin, Greek and Cyrillic letters.");
  expect(page()).toContain("Please write up to six lines");
  expect(document.activeElement).toBe(box("company"));
  expect(typedNow()).toEqual(details);
});

test.each([
  [422, "tickets_too_old", "Company details can only be added within 30 days of the purchase."],
  [429, "too_many_requests", "You have done this several times already."],
  [500, "unexpected", "Sorry"],
])("keeps what was typed when it is refused: %i %s", async (status, code, shown) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await open({ [post]: () => refusal(status, code) });
  await pressButton("Add company details");
  fillAll();
  await pressButton("Save");
  expect(page()).toContain(shown);
  expect(typedNow()).toEqual(details);
});

test("returns the focus when closed", async () => {
  await open();
  await pressButton("Add company details");
  await pressButton("Do not save");
  expect(document.activeElement).toBe(byRole("button", "Add company details"));
});

test("is not offered, and not asked for, at a seller that does not ask", async () => {
  const calls = await open({}, "none");
  expect(page()).toBe("");
  expect(calls).toEqual([]);
});

test("shows nothing where it is too late for details", async () => {
  await open({ [get]: () => invoice({ until: null }) });
  expect(page()).toBe("");
});

test("shows details that can no longer be corrected", async () => {
  await open({ [get]: () => invoice({ details, until: null }) });
  expect(page()).toContain("12 Dorset Street");
  expect(document.querySelector("button")).toBeNull();
});
