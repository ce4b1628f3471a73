import { beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import {
  editChapter,
  importText,
  openEditing,
  priceOf,
  publishPlan,
  quayCatalogue,
  readChapterOf,
  refusal,
  type Loose,
  type Manager,
} from "../../../test/office/catalogueShop.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});

const chapter = "event/visit";
const importWith = (from: string, to: string) =>
  importText(server.connections, quayCatalogue(shop.slug).replace(from, to));
const save = (revision: number | undefined, document: Loose, of = chapter) =>
  manager.post("/catalogue/draft", { chapter: of, version: 0, revision, document });
const withPrice = (event: Loose, price: string): Loose => {
  const [group, ...groups] = event["groups"] as { types: Loose[] }[];
  const [type, ...types] = group?.types ?? [];
  return { ...event, groups: [{ ...group, types: [{ ...type, price }, ...types] }, ...groups] };
};

describe("a draft that is begun from a screen opened before somebody else published", () => {
  test("keeps what was published since", async () => {
    const { published, revision } = await readChapterOf(manager, chapter);
    await importWith("price: 20", "price: 22");
    const { body } = await save(revision, { ...published, name: "Entry" });
    expect(body.draft).toMatchObject({ base_number: 1, is_behind: true });
    expect((await publishPlan(manager)).status).toBe(200);
    expect(await priceOf(server, shop)).toBe(2200);
    expect((await readChapterOf(manager, chapter)).published.name).toBe("Entry");
  });

  test("is asked about a field that both changed", async () => {
    const { published, revision } = await readChapterOf(manager, chapter);
    await importWith("price: 20", "price: 22");
    await save(revision, withPrice(published, "24"));
    expect(refusal(await publishPlan(manager))).toMatchObject({
      status: 409,
      _code: "publish_conflict",
      _extra: { conflicts: [{ before: "20", theirs: "22", mine: "24" }] },
    });
    expect(await priceOf(server, shop)).toBe(2200);
  });

  test("is no older than the newest revision if other chapters alone were published", async () => {
    const { published, revision } = await readChapterOf(manager, chapter);
    await importWith("name: Evening Talk", "name: Night Talk");
    const { body } = await save(revision, { ...published, name: "Entry" });
    expect(body.draft).toMatchObject({ is_behind: false });
  });

  test("is refused if its revision is not known, and has to be read again", async () => {
    const { published } = await readChapterOf(manager, chapter);
    for (const revision of [0, 9])
      expect(refusal(await save(revision, published))).toMatchObject({ status: 409, _code: "stale_version" });
    expect((await readChapterOf(manager, chapter)).draft).toBeNull();
  });

  test("does not replace a chapter of the same key that was published meanwhile", async () => {
    const { revision } = await readChapterOf(manager, chapter);
    await editChapter(manager, "code_group/staff", () => ({ key: "staff", name: "Staff", codes: [{ code: "ONE" }] }));
    await publishPlan(manager);
    await save(revision, { key: "staff", name: "Staff", codes: [{ code: "TWO" }] }, "code_group/staff");
    expect(refusal(await publishPlan(manager))).toMatchObject({ status: 409, _code: "publish_conflict" });
  });
});
