import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { allByRole, byRole, press, type } from "@foyer/ui/test/dom.tsx";
import { idempotencyHeader } from "@foyer/contract/endpoint.ts";
import {
  actionsReply,
  address,
  calls,
  can,
  makeTicket,
  orderReply,
  ticketId,
} from "../../../../test/aftersale/fixtures.ts";
import { fakeApi, orderId, refusal, resetCartState, settle, showPage } from "../../../../test/cart/fixtures.tsx";
import { template } from "../../../../test/reserve/eventData.ts";
import { setFetcher } from "../../../api/call.ts";
import { ManagePanel } from "../ManagePanel.tsx";

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const page = (): string => document.body.textContent ?? "";
const named = () =>
  orderReply({
    ticket: { _data: [makeTicket(1), makeTicket(2, { admit_name: "Grace van Hopper" }), makeTicket(3)] },
    event_template: { _data: [{ ...template, meta: { admit_names: "required", admit_emails: "optional" } }] },
  });
const actions = () => actionsReply({ ticket: { _data: [can(1, ["names"]), can(2, ["names"]), can(3, ["cancel"])] } });

const open = async (answers: Parameters<typeof fakeApi>[0] = {}) => {
  const sent = fakeApi({ [calls.order]: named, [calls.actions]: actions, [calls.names]: () => named(), ...answers });
  await showPage(<ManagePanel id={orderId} />, { path: address() });
  return sent;
};
const pressButton = async (name: string): Promise<void> => {
  await act(async () => press(byRole("button", name)));
  await settle();
};
const fields = () => [...document.querySelectorAll<HTMLInputElement>("#order-names ~ form input")];
const write = (index: number, text: string): void => {
  const field = fields()[index];
  if (!field) throw new Error(`no field ${index}`);
  type(field, text);
};
const save = async (): Promise<void> => {
  await act(async () => {
    document
      .querySelector("#order-names ~ form")
      ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  });
  await settle();
};

test("all current names of the order are in one form", async () => {
  await open();
  await pressButton("Correct names");
  expect(fields().map(({ value }) => value)).toEqual(["Ada", "Byron", "", "Grace", "van Hopper", ""]);
  expect(document.activeElement?.textContent).toBe("Correct names");
  expect(document.body.textContent).toContain("Your tickets stay valid.");
});

test("only corrected tickets are sent, once, and a message confirms it", async () => {
  const sent = await open();
  await pressButton("Correct names");
  write(1, " Lovelace ");
  write(2, "ada@example.org");
  await save();
  expect(sent.filter(({ what }) => what === calls.names)).toEqual([
    {
      what: calls.names,
      body: { tickets: [{ ticket_id: ticketId(1), admit_name: "Ada Lovelace", admit_email: "ada@example.org" }] },
    },
  ]);
  expect(document.activeElement?.textContent).toBe("The names have been corrected");
});

test("shows a missing name and an invalid address at their fields and sends nothing", async () => {
  const sent = await open();
  await pressButton("Correct names");
  write(1, "");
  write(5, "grace");
  await save();
  expect(page()).toContain("This field is required.");
  expect(page()).toContain("Please enter a valid email address.");
  expect(document.activeElement).toBe(fields()[1]);
  expect(sent.map(({ what }) => what)).not.toContain(calls.names);
});

test("says that nothing has changed yet", async () => {
  const sent = await open();
  await pressButton("Correct names");
  await save();
  expect(byRole("alert").textContent).toContain("Nothing has changed yet.");
  expect(sent.map(({ what }) => what)).not.toContain(calls.names);
});

test("a refusal is shown in words, and what was typed stays", async () => {
  await open({ [calls.names]: () => refusal(422, "tickets_too_old", { description: "It is too late for this." }) });
  await pressButton("Correct names");
  write(1, "Lovelace");
  await save();
  expect(byRole("alert").textContent).toContain("It is too late for this.");
  expect(fields()[1]?.value).toBe("Lovelace");
});

test("a lost answer is requested again with the same key", async () => {
  await open();
  await pressButton("Correct names");
  write(1, "Lovelace");
  const keys: (string | undefined)[] = [];
  setFetcher(async (path, { headers }) => {
    if (!path.includes("/names?"))
      return new Response(JSON.stringify(path.includes("/actions?") ? actions() : named()));
    keys.push(headers[idempotencyHeader]);
    if (keys.length === 1) return new Response(JSON.stringify({ _data: [] }), { status: 500 });
    return new Response(JSON.stringify(named()));
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await save();
  expect(byRole("alert").textContent).toContain("Sorry!");
  await save();
  expect(page()).toContain("The names have been corrected");
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
});

test("the names can be kept, and the focus returns", async () => {
  await open();
  await pressButton("Correct names");
  await pressButton("Keep the current names");
  expect(document.activeElement).toBe(byRole("button", "Correct names"));
});

test("there is nothing to correct where the policy does not allow it, or nobody is named", async () => {
  await open({ [calls.actions]: () => actionsReply() });
  expect(allByRole("button").map(({ textContent }) => textContent)).not.toContain("Correct names");
});
