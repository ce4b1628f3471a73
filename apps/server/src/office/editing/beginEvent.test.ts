import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventPatterns } from "@foyer/contract/office/catalogue/catalogueEvents.ts";
import { eventFromPattern, copyOfEvent } from "@foyer/rules/catalog/eventPatterns.ts";
import { parseCatalogue, sourceOf } from "../../catalogue/format/readCatalogue.ts";
import { replaceChapters, type CatalogueDocument } from "../../catalogue/revisions/chapters.ts";
import { prepareCatalogue } from "../../catalogue/validate/prepareCatalogue.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import {
  editType,
  openEditing,
  publishPlan,
  readChapterOf,
  refusal,
  type Loose,
} from "../../../test/office/catalogueShop.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import { surroundingsOf } from "./beginEvent.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const sellers = join(import.meta.dirname, "../../../../../packages/demo/sellers");
const files = (await readdir(sellers)).filter((name) => name.endsWith(".yaml"));
const place = { file: "", folder: sellers };

const plain = (document: CatalogueDocument): CatalogueDocument =>
  JSON.parse(JSON.stringify(document)) as CatalogueDocument;
const check = async (document: CatalogueDocument) => {
  const problemAt = (path: readonly (string | number)[], message: string) => ({
    file: "",
    line: 0,
    column: 0,
    path: path.join("."),
    message,
  });
  const { sources, problems } = sourceOf(document, { ...place, problemAt });
  const [source] = sources;
  if (!source) return { problems, prepared: undefined };
  const found = await prepareCatalogue(source, { now, trustsImages: true });
  return { problems: [...problems, ...found.problems], prepared: found.prepared };
};

/** The demo sellers, one with another currency, and a new seller. */
const catalogues: [name: string, document: CatalogueDocument][] = [
  ["a new seller", { seller: { slug: "new", name: "New", currency: "JPY", timezone: "Asia/Tokyo" } }],
];
for (const name of files) {
  const { sources } = parseCatalogue(await readFile(join(sellers, name), "utf8"), place);
  for (const { catalogue } of sources) catalogues.push([name, plain({ ...catalogue })]);
}

describe.each(catalogues)("%s", (_, document) => {
  test.each(eventPatterns)("a new event from the pattern %s has no errors, and can be sold", async (pattern) => {
    const { prepared } = await check(document);
    const { event, others } = eventFromPattern(pattern, {
      key: "begun",
      name: "Begun",
      today: "2026-11-21",
      ...surroundingsOf(document, prepared),
    });
    const joined = replaceChapters(document, [...others, { chapter: "event/begun", document: event }]);
    const { problems, prepared: after } = await check(joined);
    expect(problems).toEqual([]);
    const begun = after?.events.find(({ key }) => key === "begun");
    expect(begun?.groups.flatMap(({ types }) => types).length).toBeGreaterThan(0);
    const isTimed = ["timed_entry", "day_ticket", "concert", "class"].includes(pattern);
    expect((begun?.sessions.length ?? 0) > 0).toBe(isTimed);
  });

  test("a copy of each of its events has no errors", async () => {
    for (const event of (document["events"] ?? []) as Loose[]) {
      const copy = copyOfEvent(event, { key: "copied", name: "Copied" });
      const { problems } = await check(replaceChapters(document, [{ chapter: "event/copied", document: copy }]));
      expect([event["key"], problems]).toEqual([event["key"], []]);
    }
  });
});

describe("a new event", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await openTestApp();
  });
  afterAll(() => server.close());

  test("from a pattern is a draft with what it needs, and can be published", async () => {
    const { shop, manager } = await openEditing(server);
    const { status, body } = await manager.post("/catalogue/event", { name: "Talk", from: { pattern: "concert" } });
    expect([status, body]).toEqual([200, { key: "talk-2", chapters: ["hall/hall", "event/talk-2"] }]);
    const chapter = await readChapterOf(manager, "event/talk-2");
    expect([chapter.errors, chapter.published, chapter.draft.document.name]).toEqual([[], null, "Talk"]);
    const log = await auditOf(server.db, shop.seller_id);
    expect(log.filter(({ action }) => action === "catalogue.draft_saved").map(({ entity_id }) => entity_id)).toEqual(
      expect.arrayContaining(["hall/hall", "event/talk-2"]),
    );
    // A second concert uses the hall that the first one drafted.
    const { body: second } = await manager.post("/catalogue/event", { name: "Night", from: { pattern: "concert" } });
    expect(second.chapters).toEqual(["event/night"]);
    expect((await publishPlan(manager)).status).toBe(200);
    const { body: overview } = await manager.get("/catalogue");
    expect(overview.events.map(({ key, sessions_ahead }: Loose) => [key, sessions_ahead])).toContainEqual([
      "talk-2",
      1,
    ]);
  });

  test("for memberships reuses a drafted program", async () => {
    const { manager } = await openEditing(server);
    const begin = async (name: string) =>
      (await manager.post("/catalogue/event", { name, from: { pattern: "membership" } })).body.chapters;
    expect(await begin("Friends")).toEqual(["programs", "event/friends"]);
    expect(await begin("Patrons")).toEqual(["event/patrons"]);
    expect((await publishPlan(manager)).status).toBe(200);
  });

  test("as a copy has everything of the other event's draft; a copy of an unknown event is refused", async () => {
    const { manager } = await openEditing(server);
    await editType(manager, "general/adult", { price: "24" });
    const { body } = await manager.post("/catalogue/event", { name: "Late Visit", from: { event: "visit" } });
    expect(body).toEqual({ key: "late-visit", chapters: ["event/late-visit"] });
    const { draft, errors } = await readChapterOf(manager, "event/late-visit");
    expect(errors).toEqual([]);
    expect(draft.document).toMatchObject({
      key: "late-visit",
      name: "Late Visit",
      groups: [{ key: "general", types: [{ price: "24" }, {}] }],
    });
    const gone = await manager.post("/catalogue/event", { name: "None", from: { event: "nowhere" } });
    expect(refusal(gone)).toMatchObject({ status: 404, _code: "not_found" });
  });
});
