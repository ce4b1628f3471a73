import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { maxDraftBytes } from "@foyer/contract/office/catalogue/catalogue.ts";
import { newId } from "../../db/newId.ts";
import { insertSeller } from "../operator/sellers.sql.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import {
  editChapter,
  editType,
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
import { auditOf, signedIn } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
beforeAll(async () => {
  server = await openTestApp();
});
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});
afterAll(() => server.close());

const chapter = "event/visit";

describe("a draft", () => {
  test("changes nothing that buyers see, and can be continued in another browser", async () => {
    const { body } = await editType(manager, "general/adult", { price: "24" });
    expect(body).toMatchObject({
      draft: { chapter, name: "General Admission", version: 1, base_number: 1, is_behind: false },
      errors: [],
    });
    expect(await priceOf(server, shop)).toBe(2000);
    const colleague = await signedIn(server, shop, ["owner"]);
    const seen = await readChapterOf(colleague, chapter);
    expect(seen.draft.document.groups[0].types[0].price).toBe("24");
    expect(seen.draft.changed_by).toBe(manager.person.name);
    expect(seen.published.groups[0].types[0].price).toBe("20");
  });

  test("keeps invalid values and reports them at their field", async () => {
    const { status, body } = await editType(manager, "general/adult", { price: "24.505", price_min: "30", name: "" });
    expect(status).toBe(200);
    expect(body.errors).toEqual([{ chapter, path: "groups[0].types[0].name", message: "is empty" }]);
    // A contradiction is reported once every field is valid.
    const { body: second } = await editType(manager, "general/adult", { name: "Adult", price_max: "25" });
    expect(second.errors).toEqual([
      { chapter, path: "groups[0].types[0].price", message: "has more decimal places than USD (2)" },
      { chapter, path: "groups[0].types[0].price_max", message: "is less than price_min (30)" },
    ]);
    expect((await readChapterOf(manager, chapter)).draft.document.groups[0].types[0].price).toBe("24.505");
    const refused = refusal(await publishPlan(manager));
    expect(refused).toMatchObject({ status: 422, _code: "validation_failed" });
    expect(refused._extra.errors).toEqual(second.errors);
    expect(await priceOf(server, shop)).toBe(2000);
  });

  test("is refused with who saved it when somebody else did meanwhile", async () => {
    await editType(manager, "general/adult", { price: "24" });
    const colleague = await signedIn(server, shop, ["manager"]);
    await editType(colleague, "general/child", { price: "12" });
    const { draft } = await readChapterOf(manager, chapter);
    const refused = refusal(
      await manager.post("/catalogue/draft", { chapter, version: 1, document: { ...draft.document, name: "Mine" } }),
    );
    expect(refused).toMatchObject({
      status: 409,
      _code: "stale_version",
      _extra: { version: 2, changed_by: colleague.person.name, fields: [chapter] },
    });
    expect((await readChapterOf(manager, chapter)).draft.document.name).toBe("General Admission");
  });

  test("is begun once: two that begin concurrently do not overwrite each other", async () => {
    const { published } = await readChapterOf(manager, chapter);
    const begin = (name: string) =>
      manager.post("/catalogue/draft", { chapter, version: 0, document: { ...published, name } });
    const replies = await Promise.all([begin("One"), begin("Two")]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("can be discarded, if its version matches", async () => {
    await editType(manager, "general/adult", { price: "24" });
    expect((await manager.post("/catalogue/draft/discard", { chapter, version: 9 })).status).toBe(409);
    expect((await manager.post("/catalogue/draft/discard", { chapter, version: 1 })).status).toBe(200);
    expect((await readChapterOf(manager, chapter)).draft).toBeNull();
    expect((await manager.post("/catalogue/draft/discard", { chapter, version: 1 })).status).toBe(404);
  });

  test("of a new event is listed among the events as unpublished", async () => {
    const document = {
      name: "Film Night",
      groups: [{ key: "g", name: "G", types: [{ key: "t", name: "T", price: 9 }] }],
    };
    const { body } = await manager.post("/catalogue/draft", { chapter: "event/film", version: 0, document });
    expect(body.errors).toEqual([]);
    const { body: overview } = await manager.get("/catalogue");
    expect(
      overview.events.map(({ key, is_published }: { key: string; is_published: boolean }) => [key, is_published]),
    ).toEqual([
      ["visit", true],
      ["talk", true],
      ["film", false],
    ]);
    expect(overview.revision).toMatchObject({ number: 1, source: "command_line", staff: null });
  });

  test.each([
    [[0, 9, 12], "9.00"],
    [[0, 0], "0"],
    [[], null],
  ])("of types at %j is listed from %j", async (prices, from) => {
    const types = prices.map((price, n) => ({ key: `t${n}`, name: `Type ${n}`, price }));
    const document = { name: "Film Night", groups: [{ key: "g", name: "G", types }] };
    await manager.post("/catalogue/draft", { chapter: "event/film", version: 0, document });
    const { body: overview } = await manager.get("/catalogue");
    expect(overview.events.find(({ key }: { key: string }) => key === "film").price_from).toBe(from);
  });

  test("of the order of events changes it when it is published", async () => {
    const ranked = async () =>
      (
        await server.db
          .selectFrom("event_template")
          .select("key")
          .where("seller_id", "=", shop.seller_id)
          .orderBy("rank")
          .execute()
      ).map(({ key }) => key);
    const { body } = await editChapter(manager, "event_order", () => ["talk", "visit"]);
    expect(body.errors).toEqual([]);
    expect(await ranked()).toEqual(["visit", "talk"]);
    expect((await publishPlan(manager)).status).toBe(200);
    expect(await ranked()).toEqual(["talk", "visit"]);
  });

  test("cannot change the seller's address", async () => {
    const { body } = await editChapter(manager, "seller", (seller) => ({ ...seller, slug: "another" }));
    expect(body.errors).toEqual([
      { chapter: "seller", path: "slug", message: `is '${shop.slug}' and cannot be changed` },
    ]);
    expect(refusal(await publishPlan(manager))).toMatchObject({ status: 422, _code: "validation_failed" });
    const sellers = await server.db.selectFrom("seller").select("id").where("slug", "=", "another").execute();
    expect(sellers).toEqual([]);
  });

  test.each([
    ["a chapter that there is none of", { chapter: "event/Visit!", version: 0, document: {} }],
    ["no document", { chapter, version: 0 }],
    ["a version below 0", { chapter, version: -1, document: {} }],
  ])("with %s is refused", async (_, body) => {
    expect((await manager.post("/catalogue/draft", body)).status).toBe(422);
  });

  test("is of at most a megabyte", async () => {
    const large = { name: "x".repeat(maxDraftBytes) };
    expect((await manager.post("/catalogue/draft", { chapter, version: 0, document: large })).status).toBe(422);
  });

  test("is in the audit log once while somebody types, and when it is discarded", async () => {
    for (const price of ["21", "22", "23"]) await editType(manager, "general/adult", { price });
    await manager.post("/catalogue/draft/discard", { chapter, version: 3 });
    const log = await auditOf(server.db, shop.seller_id);
    expect(log.filter(({ entity_kind }) => entity_kind === "chapter").map(({ action }) => action)).toEqual([
      "catalogue.draft_saved",
      "catalogue.draft_discarded",
    ]);
  });

  test("belongs to its seller: another seller's manager does not find it", async () => {
    await editType(manager, "general/adult", { price: "24" });
    const { manager: stranger } = await openEditing(server);
    expect((await readChapterOf(stranger, chapter)).draft).toBeNull();
    expect((await stranger.post("/catalogue/draft/discard", { chapter, version: 1 })).status).toBe(404);
  });
});

test("a seller imported before revisions were kept has to import its file once more", async () => {
  const old = await createTestShop(server.db);
  const owner = await signedIn(server, old, ["owner"]);
  expect((await owner.get("/catalogue")).body).toMatchObject({ revision: null, is_editable: false, events: [] });
  expect(refusal(await owner.get("/catalogue/chapter?chapter=seller"))).toMatchObject({
    status: 409,
    _code: "no_revision",
  });
});

test("a seller that an operator has just created can be edited before anything was published", async () => {
  const id = newId();
  const slug = `new-${id.slice(-12)}`;
  await insertSeller(server.db, { id, slug, name: "South Pier", currency: "GBP", timezone: "Europe/London" });
  const owner = await signedIn(server, { seller_id: id, slug }, ["owner"]);
  expect((await owner.get("/catalogue")).body).toMatchObject({ revision: null, is_editable: true, events: [] });
  const begun = await owner.post("/catalogue/event", { name: "Pier Walk", from: { pattern: "timed_entry" } });
  expect([begun.status, begun.body.key]).toEqual([200, "pier-walk"]);
  expect((await owner.get("/catalogue")).body.events).toMatchObject([{ key: "pier-walk", is_published: false }]);
  expect((await publishPlan(owner)).body).toMatchObject({ revision: 1 });
});

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
