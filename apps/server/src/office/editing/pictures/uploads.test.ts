import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { maxPictureBytes } from "@foyer/contract/office/catalogue/pictures.ts";
import { retentionJob } from "../../../jobs/retention/deleteOldRows.ts";
import { rowLimits } from "../../limits/requireRoom.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  editChapter,
  openEditing,
  publishPlan,
  readChapterOf,
  refusal,
  type Manager,
} from "../../../../test/office/catalogueShop.ts";
import { auditOf } from "../../../../test/office/testStaff.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});

const draw = (background = "#4a7", format: "png" | "jpeg" | "webp" | "avif" = "png"): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    [format]()
    .toBuffer();
const upload = (bytes: Buffer | string, more: object = {}, who = manager) =>
  who.post("/catalogue/picture", {
    name: "The Harbour.png",
    alt: "Boats in the harbour",
    file: Buffer.from(bytes).toString("base64"),
    ...more,
  });
const countOf = async (table: "image_asset" | "uploaded_picture", { seller_id } = shop): Promise<number> =>
  (await server.db.selectFrom(table).select("key").where("seller_id", "=", seller_id).execute()).length;

describe("a picture that is uploaded", () => {
  test("is part of the drafts, shown only to staff, and published with what uses it", async () => {
    const { status, body } = await upload(await draw());
    expect([status, body]).toEqual([
      200,
      { key: expect.stringMatching(/^the-harbour-[0-9a-f]{16}$/), width: 60, height: 40 },
    ]);
    const { key } = body;
    expect((await readChapterOf(manager, "images")).draft.document).toEqual({
      [key]: { file: `pictures/${key}.png`, alt: "Boats in the harbour" },
    });
    expect((await manager.get(`/catalogue/picture?key=${key}`)).body.picture.url).toMatch(/^data:image\/png;base64,/);
    expect([await countOf("image_asset"), await countOf("uploaded_picture")]).toEqual([0, 1]);
    const saved = await editChapter(manager, "event/visit", (event) => ({ ...event, meta: { image_cover: key } }));
    expect(saved.body.errors).toEqual([]);
    expect((await publishPlan(manager)).status).toBe(200);
    expect([await countOf("image_asset"), await countOf("uploaded_picture")]).toEqual([1, 0]);
    const image = await server.db
      .selectFrom("image_asset")
      .select(["id", "alt", "mime"])
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow();
    expect(image).toMatchObject({ alt: "Boats in the harbour", mime: "image/png" });
    const shown = await server.app.inject({ url: `/api/image/${image.id}?_seller=${shop.slug}` });
    expect(shown.statusCode).toBe(200);
    const log = await auditOf(server.db, shop.seller_id);
    expect(log.find(({ action }) => action === "catalogue.picture_uploaded")).toMatchObject({
      staff_id: manager.person.id,
      entity_id: key,
    });
  });

  test("keeps its focal point, in the draft and for the storefront", async () => {
    const focus = { x: 20, y: 85 };
    const { body } = await upload(await draw(), { focus });
    expect((await readChapterOf(manager, "images")).draft.document[body.key].focus).toEqual(focus);
    await editChapter(manager, "event/visit", (event) => ({ ...event, meta: { image_cover: body.key } }));
    await publishPlan(manager);
    const shown = await server.app.inject({ url: `/api/events/available?_seller=${shop.slug}` });
    expect(shown.json().event_template._data[0].meta).toMatchObject({ image_cover_focus: focus });
    const saved = await editChapter(manager, "images", (images) => ({
      [body.key]: { ...(images[body.key] as object), focus: undefined },
    }));
    expect(saved.body.errors).toEqual([]);
    await publishPlan(manager);
    const again = await server.app.inject({ url: `/api/events/available?_seller=${shop.slug}` });
    expect(again.json().event_template._data[0].meta).toEqual({ image_cover: expect.any(String) });
  });

  test.each([{ x: 101, y: 0 }, { x: -1, y: 0 }, { x: 0.5, y: 0 }, { x: 10 }])(
    "has no focal point at %j",
    async (focus) => {
      expect((await upload(await draw(), { focus })).status).toBe(422);
    },
  );

  test("is the same picture when uploaded again, even after it was published", async () => {
    const bytes = await draw();
    const keys = [await upload(bytes), await upload(bytes, { alt: "The old harbour" })].map(({ body }) => body.key);
    expect(new Set(keys).size).toBe(1);
    expect(await countOf("uploaded_picture")).toBe(1);
    expect((await readChapterOf(manager, "images")).draft.document[keys[0]].alt).toBe("The old harbour");
    await publishPlan(manager);
    expect((await upload(bytes)).body.key).toBe(keys[0]);
    expect([await countOf("image_asset"), await countOf("uploaded_picture")]).toEqual([1, 0]);
  });

  test("is added to the draft together with concurrent uploads of others", async () => {
    const pictures = await Promise.all(["#111", "#222", "#333"].map((color) => draw(color)));
    const replies = await Promise.all(pictures.map((bytes) => upload(bytes)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { draft } = await readChapterOf(manager, "images");
    expect(Object.keys(draft.document).toSorted()).toEqual(replies.map(({ body }) => body.key).toSorted());
  });

  test.each(["jpeg", "webp", "avif"] as const)("may be %s, whatever its name says", async (format) => {
    const { body } = await upload(await draw("#4a7", format));
    expect((await readChapterOf(manager, "images")).draft.document[body.key].file).toBe(
      `pictures/${body.key}.${format === "jpeg" ? "jpg" : format}`,
    );
  });

  test("is not seen by another seller's staff", async () => {
    const { body } = await upload(await draw());
    const other = await openEditing(server);
    expect((await other.manager.get(`/catalogue/picture?key=${body.key}`)).body).toEqual({ picture: null });
    const { body: draft } = await other.manager.post("/catalogue/draft", {
      chapter: "images",
      version: 0,
      document: { [body.key]: { file: `pictures/${body.key}.png` } },
    });
    expect(draft.errors.map(({ message }: { message: string }) => message)).toEqual([
      "there is no such picture; import it with a file",
    ]);
  });
});

const svg = (inner: string) =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`;

describe("what is refused, with the reason", () => {
  test.each<[name: string, bytes: () => Promise<Buffer | string> | Buffer | string, reason: RegExp]>([
    ["no picture", () => "PK and more", /is not an image: it must be PNG, JPEG, WebP, AVIF or SVG/],
    ["HTML with a drawing's script", () => svg("<script>alert(1)</script>"), /is an SVG with scripts/],
    ["a picture that is cut off", async () => (await draw()).subarray(0, 60), /cannot be read as an image/],
    [
      "more than 12 MB",
      () => Buffer.concat([Buffer.from("\x89PNG", "latin1"), Buffer.alloc(maxPictureBytes)]),
      /has 13 MB; an image may have at most 12 MB/,
    ],
    [
      "too many points",
      () =>
        sharp({ create: { width: 8000, height: 6000, channels: 3, background: "#fff" } })
          .png()
          .toBuffer(),
      /pixel/,
    ],
  ])("%s", async (_, bytes, reason) => {
    const refused = refusal(await upload(await bytes()));
    expect(refused).toMatchObject({ status: 422, _code: "validation_failed", _extra: { fields: ["file"] } });
    expect(refused._description).toMatch(reason);
    expect(await countOf("uploaded_picture")).toBe(0);
  });

  test("a picture without a text alternative, or larger than a request may be", async () => {
    expect((await upload(await draw(), { alt: " " })).status).toBe(422);
    expect((await upload(Buffer.alloc(maxPictureBytes + 2 * 1024 * 1024))).status).toBe(413);
  });

  test("one more than may wait to be published", async () => {
    const { most } = rowLimits.uploaded_pictures;
    await server.runAsOwner(`set app.seller = '*'; insert into uploaded_picture (seller_id, key, sha256, mime, width, height, bytes)
      select '${shop.seller_id}', 'p' || n, '', 'image/png', 1, 1, '' from generate_series(1, ${most - 1}) n; reset app.seller`);
    expect((await upload(await draw("#111"))).status).toBe(200);
    expect(refusal(await upload(await draw("#222")))).toMatchObject({ status: 422, _extra: { fields: ["file"] } });
  });
});

test("one that no draft names any more is deleted after its time, and one that a draft names stays", async () => {
  const keys = [await upload(await draw("#111")), await upload(await draw("#222"))].map(({ body }) => body.key);
  await editChapter(manager, "images", (images) =>
    Object.fromEntries(Object.entries(images).filter(([key]) => key !== keys[0])),
  );
  const age = (days: number) =>
    server.runAsOwner(
      `set app.seller = '*'; update uploaded_picture set uploaded_at = now() - interval '${days} days'; reset app.seller`,
    );
  const run = retentionJob(
    {
      connections: server.connections,
      retentionDays: {},
      log: { error: (fields) => expect(fields).toBeUndefined() },
    },
    0,
  );
  await age(29);
  await run();
  expect(await countOf("uploaded_picture")).toBe(2);
  await age(31);
  await run();
  const left = await server.db
    .selectFrom("uploaded_picture")
    .select("key")
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(left).toEqual([{ key: keys[1] }]);
});
