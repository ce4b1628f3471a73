import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { auditOf, signedIn } from "../../../test/office/testStaff.ts";
import { createCodes } from "../../../test/shop/codesAndRules.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const open = async () => {
  const shop = await createTestShop(server.db);
  const [spring, autumn] = [
    await createCodes(server.db, shop, { SPRING: {}, MAY: {} }),
    await createCodes(server.db, shop, { AUTUMN: {} }),
  ];
  const manager = await signedIn(server, shop, ["manager"]);
  const pause = (body: object) => manager.post("/codes/pause", body);
  /** The newest entries about pausing, each with its thing and what it says. */
  const entries = async () =>
    (await auditOf(server.db, shop.seller_id))
      .filter(({ action }) => action === "code.paused")
      .map(({ entity_kind, entity_id, after }) => [entity_kind, entity_id, after]);
  return { spring, autumn, manager, pause, entries };
};

test("codes that are named are each in the history of their own", async () => {
  const { spring, autumn, pause, entries } = await open();
  const ids = [spring.codes.SPRING ?? "", autumn.codes.AUTUMN ?? ""];
  expect((await pause({ is_paused: true, code_ids: ids })).body).toMatchObject({ changed: 2 });
  expect((await entries()).toSorted()).toEqual(ids.map((id) => ["code", id, { paused: true, codes: 1 }]).toSorted());
});

test("codes of several groups that are paused and resumed together are in the history of each group", async () => {
  const { spring, autumn, pause, entries } = await open();
  const { body } = await pause({ is_paused: true, state: "active" });
  expect(body).toMatchObject({ changed: 3, paused_at: expect.any(String) });
  const of = (paused: boolean, more: object = {}) =>
    [
      ["code_group", spring.id, { paused, codes: 2, ...more }],
      ["code_group", autumn.id, { paused, codes: 1, ...more }],
    ].toSorted();
  expect((await entries()).toSorted()).toEqual(of(true, { state: "active" }));
  expect((await pause({ is_paused: false, paused_at: body.paused_at })).body).toMatchObject({ changed: 3 });
  expect((await entries()).slice(2).toSorted()).toEqual(of(false));
});

test("a pause that changes nothing is recorded as well", async () => {
  const { spring, pause, entries } = await open();
  expect((await pause({ is_paused: false, code_group_id: spring.id })).body).toEqual({ changed: 0, paused_at: null });
  expect(await entries()).toEqual([["code_group", spring.id, { paused: false, codes: 0 }]]);
});
