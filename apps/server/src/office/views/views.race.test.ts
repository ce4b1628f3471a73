import { describe, expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { releasedTogether } from "../../../test/database/releasedTogether.ts";
import { deleteShownView, viewOf } from "../../../test/office/savedViews.ts";
import { OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers([], (first, second) => ([one, other] = [first, second]));

const open = async () => {
  const shop = await createTestShop(one.db);
  const ada = await signedIn(one, shop, ["manager"], { name: "Ada Manager" });
  const bo = await signedIn(other, shop, ["owner"], { name: "Bo Owner" });
  const view = { screen: "report_sales", name: "Sales", filters: { by: "month" }, is_shared: true };
  const { id } = (await ada.post("/saved_views", view)).body as { id: string };
  const shown = async (who: OfficeBrowser = ada) => await viewOf(who, id, "report_sales");
  const together = (calls: readonly (() => Promise<TestResponse>)[]) =>
    releasedTogether(
      one.db,
      (tx) =>
        tx
          .selectFrom("saved_view")
          .select("id")
          .where("seller_id", "=", shop.seller_id)
          .where("id", "=", id)
          .forUpdate()
          .execute(),
      calls,
    );
  return { shop, ada, bo, id, shown, together };
};
const statusesOf = (replies: readonly { readonly status: number }[]): number[] =>
  replies.map(({ status }) => status).toSorted();

describe("a view of everybody", () => {
  test("that two colleagues rename at the same moment gets one name, and the other is told whose", async () => {
    const { ada, bo, id, shown, together } = await open();
    const version = (await shown())?.version;
    const rename = (who: OfficeBrowser, name: string) => () => who.post(`/saved_views/${id}/rename`, { version, name });
    const replies = await together([rename(ada, "Months"), rename(bo, "By month")]);
    expect(statusesOf(replies)).toEqual([200, 409]);
    const isFirst = replies[0]?.status === 200;
    const name = isFirst ? "Months" : "By month";
    expect((await shown())?.name).toBe(name);
    expect(replies.find(({ status }) => status === 409)?.body._data[0]).toMatchObject({
      _code: "stale_version",
      _extra: { name, changed_by: isFirst ? "Ada Manager" : "Bo Owner", change: "view.renamed" },
    });
  });

  test("that a colleague has renamed is not deleted from a screen with its former name", async () => {
    const { ada, bo, id, shown } = await open();
    const version = (await shown())?.version;
    expect((await bo.post(`/saved_views/${id}/rename`, { version, name: "Keep this" })).status).toBe(200);
    expect((await ada.post(`/saved_views/${id}/delete`, { version })).status).toBe(409);
    expect((await shown())?.name).toBe("Keep this");
    expect((await deleteShownView(ada, id, "report_sales")).status).toBe(200);
  });

  test("is renamed although a colleague has it on their board since", async () => {
    const { ada, bo, id, shown } = await open();
    const version = (await shown())?.version;
    const choice = { version: (await shown(bo))?.choice_version, is_pinned: true, mailed_every: null };
    expect((await bo.post(`/saved_views/${id}/report`, choice)).status).toBe(200);
    expect((await ada.post(`/saved_views/${id}/rename`, { version, name: "Months" })).status).toBe(200);
  });
});

test("what a reader chooses on two screens at the same moment is one of both, and the other screen is told", async () => {
  const { shop, ada, id, shown, together } = await open();
  const elsewhere = Object.assign(new OfficeBrowser(other, shop.slug), { cookie: ada.cookie });
  const version = (await shown())?.choice_version;
  const choose = (who: OfficeBrowser, choice: object) => () =>
    who.post(`/saved_views/${id}/report`, { version, is_pinned: false, mailed_every: null, ...choice });
  const replies = await together([choose(ada, { is_pinned: true }), choose(elsewhere, { mailed_every: "week" })]);
  expect(statusesOf(replies)).toEqual([200, 409]);
  const kept = replies[0]?.status === 200 ? [true, null] : [false, "week"];
  const { is_pinned, mailed_every } = (await shown()) ?? {};
  expect([is_pinned, mailed_every]).toEqual(kept);
  expect(replies.find(({ status }) => status === 409)?.body._data[0]).toMatchObject({
    _code: "stale_version",
    _extra: { is_pinned: kept[0], mailed_every: kept[1] },
  });
});
