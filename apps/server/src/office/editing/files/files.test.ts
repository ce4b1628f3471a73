import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from "fflate";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import {
  createCatalogueShop,
  editType,
  openEditing,
  priceOf,
  publishPlan,
  quayCatalogue,
  refusal,
  revisionsOf,
  type Manager,
} from "../../../../test/office/catalogueShop.ts";
import { auditOf, signedIn } from "../../../../test/office/testStaff.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
let text: string;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
  text = quayCatalogue(shop.slug);
});

const base64 = (file: string | Uint8Array): string => Buffer.from(file).toString("base64");
const plan = async (file: string | Uint8Array, who: Manager = manager): Promise<TestResponse["body"]> => {
  const { status, body } = await who.post("/catalogue/file/plan", { file: base64(file) });
  expect(status).toBe(200);
  return body;
};
const publish = (file: string | Uint8Array, more: object = {}) =>
  manager.post("/catalogue/file", { file: base64(file), revision: 1, replace: false, note: "", ...more });

describe("a file that is uploaded", () => {
  test("shows its effects, does nothing until confirmed, and then is a revision", async () => {
    const file = text.replace("price: 20,", "price: 24,").replace("Evening Talk", "Night Talk");
    const planned = await plan(file);
    expect(planned).toMatchObject({
      revision: 1,
      chapters: ["event/visit", "event/talk"],
      is_unchanged: false,
      errors: [],
      broken_promises: [],
      older: null,
      lines: [
        { change: "changed", noun: "event", count: 1, names: ["Night Talk"] },
        { change: "changed", noun: "ticket type", count: 1, names: ["General admission: Adult"] },
      ],
    });
    expect(await revisionsOf(server.db, shop.seller_id)).toHaveLength(1);
    expect(await priceOf(server, shop)).toBe(2000);
    const { status, body } = await publish(file, { note: "From the agency" });
    expect([status, body.revision, body.lines]).toEqual([200, 2, planned.lines]);
    expect(await priceOf(server, shop)).toBe(2400);
    expect((await revisionsOf(server.db, shop.seller_id)).at(-1)).toMatchObject({
      source: "file",
      staff_id: manager.person.id,
      note: "From the agency",
      chapters: ["event/visit", "event/talk"],
    });
    const log = await auditOf(server.db, shop.seller_id);
    expect(log.find(({ action }) => action === "catalogue.imported")).toMatchObject({
      staff_id: manager.person.id,
      via: "office",
      after: { revision: 2, "ticket type changed": 1 },
    });
  });

  test("reports errors of syntax and content by line and column, and is not published", async () => {
    const planned = await plan(`${text}unknown: 1\n`);
    expect(planned.errors).toEqual([
      { line: text.split("\n").length, column: 1, path: "unknown", message: "is not a field of the format" },
    ]);
    const wrong = text
      .replace("key: talk\n", "key: talk\n    venue: nowhere\n")
      .replace("price: 20,", "price: 20.555,");
    const line = (part: string) => wrong.split("\n").findIndex((one) => one.includes(part)) + 1;
    const { errors, lines } = await plan(wrong);
    expect(errors).toMatchObject([
      { line: line("20.555"), path: "events[0].groups[0].types[0].price" },
      { line: line("nowhere"), column: 5, path: "events[1].venue", message: "there is no venue 'nowhere'" },
    ]);
    expect(lines).toEqual([]);
    expect(refusal(await publish(wrong))).toMatchObject({
      status: 422,
      _code: "validation_failed",
      _extra: { errors },
    });
    const broken = await plan("seller: { slug: [\n");
    expect(broken.errors[0]).toMatchObject({ line: 2, path: "" });
    expect(await revisionsOf(server.db, shop.seller_id)).toHaveLength(1);
  });

  test("of another seller, of two, of none and of nothing readable is refused", async () => {
    const other = await createCatalogueShop(server);
    const theirs = quayCatalogue(other.slug).replace("price: 20,", "price: 1,");
    expect((await plan(theirs)).errors).toMatchObject([{ line: 2, path: "seller.slug" }]);
    expect(refusal(await publish(theirs))).toMatchObject({ status: 422, _code: "validation_failed" });
    expect(await priceOf(server, other)).toBe(2000);
    const messages = async (file: string | Uint8Array) =>
      (await plan(file)).errors.map(({ message }: { message: string }) => message);
    expect(await messages(`${text}---\n${theirs}`)).toEqual(["has 2 catalogues; it may have one"]);
    expect(await messages("# nothing\n")).not.toEqual([]);
    expect(await messages(Uint8Array.of(0xff, 0xfe, 0, 1))).toEqual(["is neither a ZIP archive nor a text in UTF-8"]);
    expect(await messages(text.replace("Quay House", '"Quay\\0House"'))).toEqual([
      "has a character that no text may have, or is nested too deep",
    ]);
    expect(refusal(await manager.post("/catalogue/file/plan", { file: "not base64!" }))).toMatchObject({ status: 422 });
  });

  test("that lowers a capacity below what is held is refused with its line", async () => {
    await new TestBuyer(server, shop).hold(3);
    const smaller = text.replace("capacity: 20", "capacity: 2");
    const { broken_promises } = await plan(smaller);
    expect(broken_promises[0]).toMatchObject({ path: expect.stringContaining("events[0]") });
    expect(broken_promises[0].line).toBeGreaterThan(1);
    expect(refusal(await publish(smaller))).toMatchObject({ status: 409, _code: "would_break_promise" });
  });

  test("is refused where somebody published since it was planned", async () => {
    await editType(manager, "general/adult", { price: "24" });
    await publishPlan(manager);
    expect(refusal(await publish(text))).toMatchObject({
      status: 409,
      _code: "stale_version",
      _extra: { revision: 2, fields: ["event/visit"] },
    });
    expect(await priceOf(server, shop)).toBe(2400);
  });

  test("of an older revision is refused with the chapters published since, unless it is to win", async () => {
    const old = `revision: 1\n${text.replace("percent: 50", "percent: 40")}`;
    await editType(manager, "general/adult", { price: "24" });
    await publishPlan(manager);
    const planned = await plan(old);
    expect(planned).toMatchObject({
      revision: 2,
      errors: [],
      older: { known: 1, newest: { number: 2, staff: manager.person.name }, chapters: ["event/visit"] },
    });
    expect(refusal(await publish(old, { revision: 2 }))).toMatchObject({
      status: 409,
      _code: "publish_conflict",
      _extra: { known: 1, chapters: ["event/visit"] },
    });
    expect(await priceOf(server, shop)).toBe(2400);
    expect((await publish(old, { revision: 2, replace: true })).body.revision).toBe(3);
    expect(await priceOf(server, shop)).toBe(2000);
    expect(
      (await plan(`revision: 7\n${old.slice(old.indexOf("\n"))}`.replace("percent: 40", "percent: 30"))).errors,
    ).toMatchObject([{ line: 1, path: "revision", message: "there is no revision 7 yet; the newest is 3" }]);
  });

  test("names drafts of chapters that it changes, and keeps them", async () => {
    await editType(manager, "general/adult", { price: "26" });
    const file = text.replace("price: 20,", "price: 24,");
    expect((await plan(file)).drafts).toEqual(["event/visit"]);
    await publish(file);
    const { body } = await manager.get("/catalogue/plan");
    expect(body).toMatchObject({ revision: 2, conflicts: [{ chapter: "event/visit", theirs: "24", mine: "26" }] });
  });

  test("can be published only by staff who can import", async () => {
    const reporter = await signedIn(server, shop, ["reporter"]);
    const reply = await reporter.post("/catalogue/file", { file: base64(text), revision: 1, replace: false, note: "" });
    expect(reply.status).toBe(403);
  });
});

const picture = (colour: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: colour } })
    .png()
    .toBuffer();
const withPicture = (catalogue: string): string =>
  catalogue
    .replace("venues:", "images:\n  quay: { file: pictures/quay.png, alt: The quay }\nvenues:")
    .replace("category: Admission", "category: Admission\n    meta: { image_cover: quay }");
const zip = (files: Zippable): Uint8Array => zipSync(files);

describe("an archive", () => {
  test("adds its pictures; a later file without them keeps them", async () => {
    const file = withPicture(text);
    expect((await plan(file)).errors).toMatchObject([
      {
        path: "images.quay",
        message: "pictures/quay.png did not come with the catalogue, and no picture with this key is stored",
      },
    ]);
    const archive = zip({ "quay.yaml": strToU8(file), "pictures/quay.png": await picture("teal") });
    expect((await plan(archive)).lines).toContainEqual({ change: "added", noun: "image", count: 1, names: ["quay"] });
    expect((await publish(archive)).status).toBe(200);
    expect(await plan(file)).toMatchObject({ errors: [], is_unchanged: true, lines: [] });
    const other = zip({ "quay.yaml": strToU8(file), "pictures/quay.png": await picture("navy") });
    expect((await plan(other)).lines).toContainEqual({ change: "changed", noun: "image", count: 1, names: ["quay"] });
  });

  test("with a picture that is damaged, empty or not a picture is refused at its line", async () => {
    const file = withPicture(text);
    const teal = await picture("teal");
    for (const bytes of [teal.subarray(0, 60), strToU8("no picture"), new Uint8Array()]) {
      const { errors } = await plan(zip({ "quay.yaml": strToU8(file), "pictures/quay.png": bytes }));
      expect(errors).toMatchObject([{ line: 4, path: "images.quay.file" }]);
    }
  });

  test("with more pixels than can be decoded in time is refused", async () => {
    const large = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: "teal" } })
      .png()
      .toBuffer();
    const keys = Array.from({ length: 13 }, (_, index) => `p${index}`);
    const images = keys.map((key) => `  ${key}: { file: ${key}.png }`).join("\n");
    const files = Object.fromEntries(keys.map((key) => [`${key}.png`, large]));
    const { errors } = await plan(
      zip({ "quay.yaml": strToU8(text.replace("venues:", `images:\n${images}\nvenues:`)), ...files }),
    );
    expect(errors.map(({ path }: { path: string }) => path)).toEqual(["images.p11.file", "images.p12.file"]);
    expect(errors[0].message).toContain("more than 400 million pixels");
  }, 120_000);

  test("can be downloaded with the catalogue and its pictures, and has no changes when uploaded again", async () => {
    const teal = await picture("teal");
    await publish(zip({ "quay.yaml": strToU8(withPicture(text)), "pictures/quay.png": teal }));
    const { rawPayload, headers } = await server.app.inject({
      url: `/staff_api/catalogue.zip?_seller=${shop.slug}`,
      headers: { cookie: manager.cookie ?? "" },
      remoteAddress: manager.address,
    });
    expect(headers["content-disposition"]).toBe(`attachment; filename="catalogue-${shop.slug}-2.zip"`);
    const files = unzipSync(rawPayload);
    expect(Object.keys(files)).toEqual([`${shop.slug}.yaml`, "pictures/quay.png"]);
    expect(strFromU8(files[`${shop.slug}.yaml`] ?? new Uint8Array())).toContain("revision: 2\n");
    expect(Buffer.from(files["pictures/quay.png"] ?? []).equals(teal)).toBe(true);
    expect(await plan(rawPayload)).toMatchObject({ is_unchanged: true, lines: [], chapters: [], older: null });
  });
});
