import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { ownerOf } from "../../test/database/cloneDatabase.ts";
import { recordStatements } from "../../test/database/statements/recordStatements.ts";
import { buildStorefront } from "../../test/page/buildStorefront.ts";
import { renameBuild } from "../../test/page/renameBuild.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { sql } from "kysely";
import { builtAssets, filesFolder } from "./assets.ts";
import { releaseFileReader, storeReleaseFiles } from "./releaseFiles.ts";

type Release = { readonly dist: string; readonly remove: () => Promise<void>; server?: TestApp };
let first: Release;
let second: Release;
let shop: TestShop;
let alone: TestApp;
beforeAll(async () => {
  first = await buildStorefront();
  second = await renameBuild(first.dist);
  // A server without the files of other releases.
  alone = await openTestApp({ assets: (app) => builtAssets(app, first.dist) });
  const reader = releaseFileReader(alone.db);
  for (const release of [first, second]) {
    release.server = await openTestApp({ assets: (app) => builtAssets(app, release.dist, reader) }, alone);
    await storeReleaseFiles(ownerOf(alone.databaseConfig), filesFolder(release.dist));
  }
  shop = await createTestShop(alone.db);
});
afterAll(async () => {
  for (const release of [first, second]) {
    await release.server?.close();
    await release.remove();
  }
  await alone.close();
});

const load = async (server: TestApp | undefined, url: string, headers: Record<string, string> = {}) => {
  const answer = await server?.app.inject({ url, headers });
  if (!answer) throw new Error("The server is not open.");
  return answer;
};
const scriptsOf = async (release: Release): Promise<readonly string[]> => {
  const { payload } = await load(release.server, `/${shop.slug}/events/${shop.event.id}`);
  return [...new Set(payload.match(/\/assets\/files\/[\w-]+\.js/g))];
};

test("a server of each release answers the scripts of the other one's pages", async () => {
  const [ofFirst, ofSecond] = [await scriptsOf(first), await scriptsOf(second)];
  expect(ofFirst.length).toBeGreaterThan(1);
  expect(ofSecond).toHaveLength(ofFirst.length);
  expect(ofFirst.filter((url) => ofSecond.includes(url))).toEqual([]);
  for (const [other, urls, build] of [
    [second, ofFirst, first],
    [first, ofSecond, second],
  ] as const)
    for (const url of urls) {
      const { statusCode, headers, rawPayload } = await load(other.server, url);
      expect([
        url,
        statusCode,
        headers["content-type"],
        headers["cache-control"],
        headers["x-content-type-options"],
      ]).toEqual([url, 200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "nosniff"]);
      expect(rawPayload).toEqual(await readFile(join(filesFolder(build.dist), url.split("/").at(-1) ?? "")));
    }
});

test("a browser gets another release's file compressed where it accepts that", async () => {
  const [url = ""] = await scriptsOf(first);
  const plain = await load(second.server, url);
  const compressed = await load(second.server, url, { "accept-encoding": "gzip, br" });
  expect([compressed.headers["content-encoding"], compressed.headers.vary]).toEqual(["br", "accept-encoding"]);
  expect(brotliDecompressSync(compressed.rawPayload)).toEqual(plain.rawPayload);
  expect(plain.headers["content-encoding"]).toBeUndefined();
});

test("a file of no release is not found, and neither is one of another release without the store", async () => {
  const [url = ""] = await scriptsOf(second);
  expect((await load(alone, url)).statusCode).toBe(404);
  for (const name of ["AAAAAAAA.js", "AAAAAAAA.exe", "..%2Fmanifest.json", "a.js.br"])
    expect([name, (await load(first.server, `/assets/files/${name}`)).statusCode]).toEqual([name, 404]);
});

test("names that no release has are looked up once a second at most", async () => {
  const names = Array.from({ length: 500 }, (_, index) => `/assets/files/unknown-${index}.js`);
  const { texts } = await recordStatements(async () => {
    for (const answer of await Promise.all(names.map((url) => load(first.server, url))))
      expect(answer.statusCode).toBe(404);
  });
  expect(texts.filter((text) => text.includes("page_")).length).toBeLessThan(10);
});

test("the app's role cannot change a stored file", async () => {
  for (const change of [
    "update page_file set bytes = ''",
    "delete from page_file",
    "insert into page_file values ('x.js', '')",
  ])
    await expect(sql.raw(change).execute(alone.db)).rejects.toThrow("permission denied for table page_file");
});

test("the files of the ten releases that started last are kept, and no others", async () => {
  const server = await openTestApp();
  const owner = ownerOf(server.databaseConfig);
  const folder = await mkdtemp(join(tmpdir(), "foyer-files-"));
  const start = async (release: number): Promise<void> => {
    for (const name of await readdir(folder)) await rm(join(folder, name));
    await writeFile(join(folder, "same.js"), "of all");
    await writeFile(join(folder, `of${release}.js`), `${release}`);
    await storeReleaseFiles(owner, folder);
  };
  const stored = async () =>
    (await server.db.selectFrom("page_file").select("name").orderBy("name").execute()).map(({ name }) => name);
  try {
    for (let release = 1; release <= 10; release++) await start(release);
    expect(await stored()).toHaveLength(11);
    // Starting an older release again makes it one of the newest.
    await start(1);
    await start(11);
    await start(12);
    expect(await stored()).toEqual([
      "of1.js",
      "of10.js",
      "of11.js",
      "of12.js",
      "of4.js",
      "of5.js",
      "of6.js",
      "of7.js",
      "of8.js",
      "of9.js",
      "same.js",
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await server.close();
  }
});
