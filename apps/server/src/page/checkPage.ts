import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Seller } from "@foyer/contract/seller.ts";
import { storefrontFolder } from "./assets.ts";
import { earlyScript } from "./document.ts";
import { pageHeaders } from "./security.ts";

export type CheckedPage = {
  readonly address: string;
  /** What a browser gets that we did not send, or does not get that we sent; none where the page is as it was made. */
  readonly faults: readonly string[];
  readonly headers: number;
  readonly scripts: number;
  /** One word for all that was compared: the same as last time where nothing changed. */
  readonly fingerprint: string;
};

type From = {
  readonly origin: string;
  /** Asks as a browser does, through whatever stands in front of the shop. */
  readonly get: (address: string) => Promise<Response>;
  readonly secure?: boolean;
  readonly dist?: string;
};

const files = "/assets/files/";
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const asBrowser = { redirect: "manual", headers: { accept: "text/html", "accept-encoding": "br, gzip" } } as const;
export const askAsBrowser = (address: string): Promise<Response> =>
  fetch(address, { ...asBrowser, signal: AbortSignal.timeout(20_000) });

/**
 * Compares a seller's payment page, as a browser receives it, with what this installation sends: its headers, the lines
 * that stand in it, and every script of ours byte by byte (PCI DSS 11.6.1). Scripts of others are held by the policy to
 * the addresses of the inventory.
 */
export const checkPage = async (
  seller: Seller,
  { origin, get, dist, secure = origin.startsWith("https:") }: From,
): Promise<CheckedPage> => {
  const address = `${origin}/${seller.slug}/checkout`;
  const page = await get(address);
  const html = await page.text();
  const faults: string[] = [];
  if (page.status !== 200) faults.push(`the page answers ${page.status}`);

  const expected = pageHeaders({
    scripts: [earlyScript],
    styles: textsBetween(html, "style"),
    secure,
    payment: true,
    captcha: seller.configuration.captcha,
  });
  for (const [name, sent] of Object.entries(expected)) {
    const received = page.headers.get(name);
    if (received === null) faults.push(`header ${name} is missing`);
    else if (received !== sent) faults.push(`header ${name} is '${received}' instead of '${sent}'`);
  }

  const inline = textsBetween(html, "script");
  for (const text of inline)
    if (text !== earlyScript) faults.push(`the page holds a script that is not ours: ${text.slice(0, 60)}`);
  if (!inline.includes(earlyScript)) faults.push("the page does not hold its own script");
  const named = scriptsNamed(html);

  const folder = join(dist ?? join(storefrontFolder, "dist"), "client/files");
  const ours = (await readdir(folder)).filter((file) => file.endsWith(".js")).toSorted();
  const hashes: string[] = [];
  for (const file of ours) {
    const made = hashOf(await readFile(join(folder, file)));
    const answer = await get(`${origin}${files}${file}`);
    const received = hashOf(new Uint8Array(await answer.arrayBuffer()));
    if (answer.status !== 200) faults.push(`script ${files}${file} answers ${answer.status}`);
    else if (received !== made) faults.push(`script ${files}${file} is not the one that was built`);
    hashes.push(`${file} ${received}`);
  }
  for (const to of named)
    if (!to.startsWith(files) || !ours.includes(to.slice(files.length)))
      faults.push(`the page names a script that was not built here: ${to}`);

  const compared = [
    ...Object.keys(expected).map((name) => `${name}: ${page.headers.get(name)}`),
    ...inline,
    ...named,
    ...hashes,
  ];
  return {
    address,
    faults,
    headers: Object.keys(expected).length,
    scripts: ours.length,
    fingerprint: hashOf(Buffer.from(compared.join("\n"))).slice(0, 16),
  };
};

/** What stands between tags and is run, or laid over the page. Data is neither. */
const textsBetween = (html: string, tag: "script" | "style"): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>(.*?)</${tag}\\s*>`, "gis"))]
    .filter(
      ([, attributes = ""]) =>
        !/\bsrc\s*=/i.test(attributes) && !/\btype=["']?application\/(?:ld\+)?json/i.test(attributes),
    )
    .map(([, , text = ""]) => text);

/** Scripts that the page runs or fetches early. */
const scriptsNamed = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link)\b[^>]*>/gi)].flatMap(([tag]) => {
    if (/^<link/i.test(tag) && !/\brel=["']?(?:modulepreload|prefetch)|\bas=["']?script/i.test(tag)) return [];
    return /\s(?:src|href)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? [];
  });
