import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { bundledServer, type BundledServer } from "./bundleServer.ts";

let bundle: BundledServer;
beforeAll(async () => {
  bundle = await bundledServer();
});

/** What the bundle's reader of uploads answers in a process of its own, or the stack of its error. */
const read = async (text: string, flags: readonly string[] = []): Promise<string> => {
  const script = `
    const { readUpload } = await import(${JSON.stringify(pathToFileURL(bundle.upload).href)});
    const bytes = Uint8Array.from(Buffer.from(${JSON.stringify(text)}));
    console.log(await readUpload("seller", bytes).then(({ documents }) => JSON.stringify(documents), ({ stack }) => stack));`;
  const args = [...flags, "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
  });
  return stdout;
};

test("the bundled server starts its threads from their sources", async () => {
  expect(await read("seller: { slug: pier }")).toContain('"value":{"seller":{"slug":"pier"}}');
});

test("a stack names functions, and with source maps the lines of the sources", async () => {
  const notZip = "PK\u0003\u0004 and nothing else";
  expect(await read(notZip)).toMatch(/ at readUpload \(\S+\.js:\d+:\d+\)/);
  const source = join(import.meta.dirname, "../../src/office/editing/files/readUpload.ts");
  const lines = (await readFile(source, "utf8")).split("\n");
  const thrownIn = lines.findIndex((line) => line.includes("throw new UnusableFile")) + 1;
  expect(await read(notZip, ["--enable-source-maps"])).toContain(` at readUpload (${source}:${thrownIn}:`);
});
