import { expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { releasedTogether } from "../../../test/database/releasedTogether.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createCodes } from "../../../test/shop/codesAndRules.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers([], (first, second) => ([one, other] = [first, second]));

const open = async () => {
  const shop = await createTestShop(one.db);
  const { codes } = await createCodes(one.db, shop, { SPRING: {} });
  const code = codes.SPRING ?? "";
  const ada = await signedIn(one, shop, ["manager"], { name: "Ada Manager" });
  const bo = await signedIn(other, shop, ["manager"], { name: "Bo Manager" });
  const page = async () => (await ada.get(`/codes/${code}`)).body;
  const limit = (who: OfficeBrowser, max_uses: number | null, version: string) =>
    who.post(`/codes/${code}/limit`, { version, max_uses });
  const pause = (who: OfficeBrowser) => who.post("/codes/pause", { is_paused: true, code_ids: [code] });
  return { shop, code, ada, bo, page, limit, pause };
};

test("of two limits that colleagues set at the same moment one is kept, and the other is refused with it", async () => {
  const { shop, code, ada, bo, page, limit } = await open();
  const { version } = await page();
  const replies = await releasedTogether(
    one.db,
    (tx) =>
      tx
        .selectFrom("code")
        .select("id")
        .where("seller_id", "=", shop.seller_id)
        .where("id", "=", code)
        .forUpdate()
        .execute(),
    [() => limit(ada, 10, version), () => limit(bo, 20, version)],
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const isFirst = replies[0]?.status === 200;
  const max_uses = isFirst ? 10 : 20;
  expect(await page()).toMatchObject({ max_uses });
  expect(replies.find(({ status }) => status === 409)?.body._data[0]).toMatchObject({
    _code: "stale_version",
    _extra: { max_uses, used: 0, changed_by: isFirst ? "Ada Manager" : "Bo Manager", changed_fields: ["max_uses"] },
  });
});

test("a limit is refused once a colleague has paused the code, and set on the page as it is then", async () => {
  const { ada, bo, page, limit, pause } = await open();
  const { version } = await page();
  expect((await pause(bo)).status).toBe(200);
  const refused = await limit(ada, 10, version);
  expect([refused.status, refused.body._data[0]._extra.changed_by]).toEqual([409, "Bo Manager"]);
  expect((await limit(ada, 10, (await page()).version)).status).toBe(200);
  expect(await page()).toMatchObject({ max_uses: 10, state: "paused" });
});

test("a limit is set although the code was used meanwhile", async () => {
  const { shop, code, ada, page, limit } = await open();
  const { version } = await page();
  const setUsed = (used: number) =>
    one.db.updateTable("code").set({ used }).where("seller_id", "=", shop.seller_id).where("id", "=", code).execute();
  await setUsed(3);
  expect((await limit(ada, 5, version)).status).toBe(200);
  expect(await page()).toMatchObject({ used: 3, max_uses: 5 });
  await setUsed(0);
});
