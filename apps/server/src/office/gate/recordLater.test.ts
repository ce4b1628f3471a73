import { beforeAll, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyForGate, countsOf, createGateShop, type GateOrder } from "../../../test/office/gateShop.ts";
import { offlineScan, pairedDevice, sendScans, type TestDevice } from "../../../test/office/testGate.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
let shop: TestShop;
let gate: TestDevice;
let order: GateOrder;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createGateShop(server);
  gate = await pairedDevice(server, shop);
  order = await buyForGate(server, shop, 3);
});

/** Lets the database refuse a scan, as a server with a mistake would, until the returned function is called. */
const refuse = async (id: string) => {
  const name = `refused_${id.replaceAll("-", "")}`;
  await server.runAsOwner(`alter table scan add constraint ${name} check (id <> '${id}') not valid`);
  return () => server.runAsOwner(`alter table scan drop constraint ${name}`);
};
const [ticket, other, third] = [0, 1, 2].map((nth) => () => order.tickets[nth] ?? "") as [
  () => string,
  () => string,
  () => string,
];
const idsOf = (answers: readonly { readonly id: string }[]): readonly string[] => answers.map(({ id }) => id);

test("a scan that cannot be recorded waits with its undo, the others are recorded, and it is once it can be", async () => {
  const first = offlineScan(5, { ticket_id: ticket() });
  const undo = offlineScan(4, { direction: "undo", undoes: first.id }, { let_in: false });
  const last = offlineScan(3, { ticket_id: other() });
  const allow = await refuse(first.id);
  const { status, body } = await sendScans(gate.browser, [first, undo, last], { waiting: 3 });
  expect([status, idsOf(body.answers), body.errors]).toEqual([200, [last.id], []]);
  expect([await countsOf(server, ticket()), await countsOf(server, other())]).toEqual([[], ["entry"]]);
  await allow();
  const again = await sendScans(gate.browser, [first, undo, last], { waiting: 3 });
  expect([idsOf(again.body.answers), again.body.errors]).toEqual([[first.id, undo.id, last.id], []]);
  expect([await countsOf(server, ticket()), await countsOf(server, other())]).toEqual([["undone", "undo"], ["entry"]]);
});

test("a device that waits for the answer to its scan hears that the server failed", async () => {
  const { decided: _decided, ...live } = offlineScan(0, { ticket_id: third() });
  const allow = await refuse(live.id);
  await expect(sendScans(gate.browser, [live])).rejects.toThrow("violates check constraint");
  await allow();
  expect((await sendScans(gate.browser, [live])).body.answers).toMatchObject([{ counts: "entry" }]);
});

test("the undo of a scan that cannot be read is not recorded before it", async () => {
  const id = newId();
  const unreadable = { ...offlineScan(2, { id, ticket_id: third() }), from_another_release: true };
  const undo = offlineScan(1, { direction: "undo", undoes: id }, { let_in: false });
  const { body } = await sendScans(gate.browser, [unreadable, undo]);
  expect([body.answers, body.errors]).toEqual([[], [expect.objectContaining({ index: 0, id, code: "malformed" })]]);
});
