import { createHash } from "node:crypto";
import { brotliDecompressSync, crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { widthFor, widths } from "./readImage.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

type StoredImage = {
  bytes: Buffer;
  mime: string;
  width: number;
  height: number;
  focus_x?: number;
  focus_y?: number;
};
const storeImage = async ({ bytes, ...rest }: StoredImage, seller_id = shop.seller_id): Promise<string> => {
  const id = crypto.randomUUID();
  await server.db
    .insertInto("image_asset")
    .values({
      seller_id,
      id,
      key: id,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      bytes,
      alt: null,
      ...rest,
    })
    .execute();
  return id;
};
const makeImage = async (width: number, height: number, format: "png" | "jpeg" = "jpeg"): Promise<StoredImage> => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: "#4a7" } })
    [format]()
    .toBuffer();
  return { bytes, mime: `image/${format}`, width, height };
};
const read = async (id: string, query = "", headers: Record<string, string> = {}) => {
  const {
    statusCode,
    rawPayload,
    headers: responseHeaders,
  } = await server.app.inject({ url: `/api/image/${id}?_seller=${shop.slug}${query}`, headers });
  return { status: statusCode, bytes: rawPayload, headers: responseHeaders };
};
const imageSize = async (bytes: Buffer) => {
  const { width, height, format } = await sharp(bytes).metadata();
  return { width, height, format: format === "heif" ? "avif" : format };
};

describe("the rendered width", () => {
  const wide = { width: 1500, height: 1000 };
  test.each([
    ["is the image's own without a size", wide, {}, 1500],
    ["is the requested one", wide, { sizex: "272" }, 272],
    ["is the next larger of the fixed widths", wide, { sizex: "280" }, 384],
    ["fits the requested height", wide, { sizex: "1500", sizey: "216" }, 384],
    ["fits a teaser's box", wide, { sizex: "272", sizey: "216" }, 272],
    [
      "is not larger than the image with shrinkonly",
      { width: 200, height: 100 },
      { sizex: "544", shrinkonly: true },
      200,
    ],
    ["is larger than the image without shrinkonly", { width: 200, height: 100 }, { sizex: "544" }, 544],
    ["is at most the largest width", { width: 5000, height: 10 }, { sizex: "9999" }, 3000],
    ["is at most what the largest height allows", { width: 10, height: 1000 }, { sizex: "3000" }, 30],
    ["is at least one pixel", { width: 1, height: 10_000 }, { sizex: "50" }, 1],
  ])("the rendered width %s", (_, own, size, width) => expect(widthFor(own, size)).toBe(width));

  test.each([
    [1500, 1000],
    [200, 3000],
    [3333, 4444],
    [7, 7],
  ])("the rendered width has at most sixteen values for an image of %i × %i", (width, height) => {
    const variants = new Set<number>();
    for (let size = 1; size <= 9999; size += 7)
      for (const shrinkonly of [true, false])
        for (const box of [{ sizex: String(size) }, { sizey: String(size) }, { sizex: String(size), sizey: "500" }, {}])
          variants.add(widthFor({ width, height }, { ...box, shrinkonly }));
    expect(variants.size).toBeLessThanOrEqual(16);
    expect(widths.length).toBe(15);
  });
});

describe("for a share card", () => {
  /** Three bands of one colour each, from the top: red, green, blue. */
  const bands = async (
    more: { focus_x?: number; focus_y?: number; orientation?: number } = {},
  ): Promise<StoredImage> => {
    const { orientation, ...focus } = more;
    const band = (background: string) =>
      sharp({ create: { width: 630, height: 330, channels: 3, background } })
        .png()
        .toBuffer();
    const upright = await sharp({ create: { width: 630, height: 990, channels: 3, background: "#000" } })
      .composite([
        { input: await band("#f00"), left: 0, top: 0 },
        { input: await band("#0f0"), left: 0, top: 330 },
        { input: await band("#00f"), left: 0, top: 660 },
      ])
      .png()
      .toBuffer();
    if (orientation === undefined) return { bytes: upright, mime: "image/png", width: 630, height: 990, ...focus };
    // Stored as by a camera on its side: rotated, with metadata that says how to turn it.
    const bytes = await sharp(upright).rotate(-90).withMetadata({ orientation }).png().toBuffer();
    return { bytes, mime: "image/png", width: 990, height: 630, ...focus };
  };
  const cardOf = async (image: StoredImage) => {
    const { bytes } = await read(await storeImage(image), "&sizex=1200&shrinkonly=true&shape=share");
    const { width, height } = await imageSize(bytes);
    const [red = 0, green = 0, blue = 0] = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer();
    const colors = { red, green, blue };
    return { width, height, color: Object.entries(colors).find(([, value]) => value > 200)?.[0] };
  };

  test.each([
    ["at the top", { focus_x: 50, focus_y: 0 }, "red"],
    ["in the middle", { focus_x: 0, focus_y: 50 }, "green"],
    ["at the foot", { focus_x: 50, focus_y: 100 }, "blue"],
    ["at the foot of a picture that is stored on its side", { focus_x: 50, focus_y: 100, orientation: 6 }, "blue"],
  ])("what stays in view is %s", async (_, focus, color) =>
    expect(await cardOf(await bands(focus))).toEqual({ width: 630, height: 331, color }),
  );

  test("it stays whole without a focal point, and for other uses", async () => {
    expect(await cardOf(await bands())).toMatchObject({ width: 630, height: 990 });
    const id = await storeImage(await bands({ focus_x: 0, focus_y: 0 }));
    expect(await imageSize((await read(id, "&sizex=1200&shrinkonly=true")).bytes)).toMatchObject({ height: 990 });
  });
});

describe("an image", () => {
  test.each([
    ["image/avif,image/webp,*/*;q=0.8", "avif"],
    ["image/webp,*/*", "webp"],
    ["image/avif;q=0, image/webp", "webp"],
    ["*/*", "jpeg"],
    ["", "jpeg"],
    ["text/html", "jpeg"],
  ])("an image for a browser that accepts %j is %s", async (accept, format) => {
    const id = await storeImage(await makeImage(600, 400));
    const { status, bytes, headers } = await read(id, "&sizex=272&sizey=216", { accept });
    expect([status, headers["content-type"], headers.vary, headers["x-content-type-options"]]).toEqual([
      200,
      `image/${format}`,
      "Accept",
      "nosniff",
    ]);
    expect(await imageSize(bytes)).toEqual({ width: 272, height: 181, format });
  });

  test("keeps its transparency", async () => {
    const id = await storeImage(await makeImage(100, 100, "png"));
    expect((await read(id)).headers["content-type"]).toBe("image/png");
  });

  test("an image is cacheable for a year with a version, for minutes without, and is revalidated", async () => {
    const id = await storeImage(await makeImage(100, 100));
    const first = await read(id, "&v=abc");
    expect(first.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await read(id)).headers["cache-control"]).toBe("public, max-age=300");
    const again = await read(id, "", { "if-none-match": String(first.headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect((await read(id, "&sizex=48", { "if-none-match": String(first.headers.etag) })).status).toBe(200);
  });

  test("an image of another seller is not found", async () => {
    const other = await createTestShop(server.db);
    const id = await storeImage(await makeImage(100, 100), other.seller_id);
    expect((await read(id)).status).toBe(404);
  });

  test.each(["0", "-1", "1e9", "NaN", "1.5", "", "99999", "0x10", "100px"])("refuses sizex=%s", async (size) => {
    const id = await storeImage(await makeImage(10, 10));
    expect((await read(id, `&sizex=${size}`)).status).toBe(400);
  });

  test("an image is rendered also when many are requested at once", async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, async () => storeImage(await makeImage(400, 300))));
    const all = await Promise.all(ids.map((id) => read(id, "&sizex=96", { accept: "image/avif" })));
    expect(all.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });
});

describe("other files", () => {
  const svg = (inside: string): StoredImage => ({
    bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`),
    mime: "image/svg+xml",
    width: 9,
    height: 9,
  });

  test("include an SVG, unchanged and with a policy against scripts", async () => {
    const kept = svg('<path d="M0 0h9v9z"/>');
    const { status, bytes, headers } = await read(await storeImage(kept), "&sizex=48");
    expect([status, headers["content-type"], headers["content-security-policy"]]).toEqual([
      200,
      "image/svg+xml",
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ]);
    expect(bytes).toEqual(kept.bytes);
  });

  test("include an SVG, compressed for clients that accept it", async () => {
    const id = await storeImage(svg('<path d="M0 0h9v9z"/>'.repeat(50)));
    const plain = await read(id);
    const packed = await read(id, "", { "accept-encoding": "gzip, br" });
    expect([plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([undefined, "br"]);
    expect(packed.headers.vary).toBe("Accept, Accept-Encoding");
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(brotliDecompressSync(packed.bytes)).toEqual(plain.bytes);
  });

  test("exclude an SVG with a script", async () =>
    expect((await read(await storeImage(svg("<script>alert(1)</script>")))).status).toBe(404));

  test.each([
    ["an SVG named PNG", { ...svg("<path/>"), mime: "image/png" }],
    [
      "a GIF",
      {
        bytes: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
        mime: "image/png",
        width: 1,
        height: 1,
      },
    ],
    ["random bytes", { bytes: Buffer.from("nothing"), mime: "image/jpeg", width: 1, height: 1 }],
    [
      "a truncated file",
      {
        bytes: Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAf", "base64"),
        mime: "image/png",
        width: 1,
        height: 1,
      },
    ],
  ])("exclude %s", async (_, kept) => expect((await read(await storeImage(kept))).status).toBe(404));

  test("exclude an image above forty million pixels", async () => {
    const bytes = await sharp({
      create: { width: 9000, height: 5000, channels: 3, background: "#000" },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const began = performance.now();
    expect(
      (await read(await storeImage({ bytes, mime: "image/png", width: 9000, height: 5000 }), "&sizex=48")).status,
    ).toBe(404);
    expect(performance.now() - began).toBeLessThan(2000);
  });

  test.each([
    "..%2f..%2fetc%2fpasswd",
    "https:%2f%2fevil.example%2fx.png",
    "%2f%2fevil.example",
    "169.254.169.254",
    "file:%2f%2f%2fetc%2fpasswd",
    "%00",
    "[::ffff:127.0.0.1]",
    "x.png",
  ])("exclude the id %s", async (id) => {
    expect((await read(id)).status).toBe(400);
  });
});

/** A PNG of some kilobytes with four hundred million pixels. */
const decompressionBomb = (): Buffer => {
  const side = 20_000;
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit per pixel, in grey.
  header.writeUInt8(1, 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(side * (side / 8 + 1)));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
};

test("twenty decompression bombs at once are refused within two seconds, without memory for their pixels", async () => {
  const bytes = decompressionBomb();
  const ids = [];
  for (let nth = 0; nth < 20; nth++) {
    // A trailing byte makes each file different.
    const different = Buffer.concat([bytes, Buffer.from([nth])]);
    ids.push(await storeImage({ bytes: different, mime: "image/png", width: 6000, height: 6000 }));
  }
  const before = process.memoryUsage.rss();
  const begun = performance.now();
  const answers = await Promise.all(ids.map((id) => read(id, "&sizex=3000")));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404));
  expect(performance.now() - begun).toBeLessThan(2000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
});
