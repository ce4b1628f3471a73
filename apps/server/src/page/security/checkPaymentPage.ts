import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { storefrontFolder } from "../assets.ts";
import { inlineScript } from "../document/document.ts";
import { paymentPageSources } from "../../providers/payments/gatewayRegistry.ts";
import { pageHeaders } from "./pageHeaders.ts";

export type PaymentPageCheck = {
  readonly address: string;
  /** What a browser gets that we did not send, or does not get that we sent; none where the page is as it was made. */
  readonly differences: readonly string[];
  readonly headers: number;
  readonly scripts: number;
  /** One word for all that was compared: the same as last time where nothing changed. */
  readonly fingerprint: string;
};

type CheckOptions = {
  readonly origin: string;
  /** Asks as a browser does, through whatever stands in front of the shop. */
  readonly get: (address: string) => Promise<Response>;
  readonly secure?: boolean;
  readonly dist?: string;
};

const filesPath = "/assets/files/";
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const browserRequest = { redirect: "manual", headers: { accept: "text/html", "accept-encoding": "br, gzip" } } as const;
export const fetchAsBrowser = (address: string): Promise<Response> =>
  fetch(address, { ...browserRequest, signal: AbortSignal.timeout(20_000) });

/**
 * Compares a seller's payment page, as a browser receives it, with what this installation sends: its headers, the lines
 * that stand in it, and every script of ours byte by byte (PCI DSS 11.6.1). Scripts of others are held by the policy to
 * the addresses of the inventory.
 */
export const checkPaymentPage = async (
  seller: Seller,
  { origin, get, dist, secure = origin.startsWith("https:") }: CheckOptions,
): Promise<PaymentPageCheck> => {
  const address = `${origin}/${seller.slug}/checkout`;
  const page = await get(address);
  const html = await page.text();
  const differences: string[] = [];
  if (page.status !== 200) differences.push(`the page answers ${page.status}`);

  const expected = pageHeaders({
    scripts: [inlineScript],
    styles: inlineTexts(html, "style"),
    isSecure: secure,
    payment: paymentPageSources(seller),
    captcha: seller.configuration.captcha,
  });
  for (const [name, sent] of Object.entries(expected)) {
    const received = page.headers.get(name);
    if (received === null) differences.push(`header ${name} is missing`);
    else if (received !== sent) differences.push(`header ${name} is '${received}' instead of '${sent}'`);
  }

  const inline = inlineTexts(html, "script");
  for (const text of inline)
    if (text !== inlineScript) differences.push(`the page holds a script that is not ours: ${text.slice(0, 60)}`);
  if (!inline.includes(inlineScript)) differences.push("the page does not hold its own script");
  const referenced = referencedScripts(html);

  const folder = join(dist ?? join(storefrontFolder, "dist"), "client/files");
  const builtFiles = (await readdir(folder)).filter((file) => file.endsWith(".js")).toSorted();
  const hashes: string[] = [];
  for (const file of builtFiles) {
    const builtHash = hashOf(await readFile(join(folder, file)));
    const response = await get(`${origin}${filesPath}${file}`);
    const received = hashOf(new Uint8Array(await response.arrayBuffer()));
    if (response.status !== 200) differences.push(`script ${filesPath}${file} answers ${response.status}`);
    else if (received !== builtHash) differences.push(`script ${filesPath}${file} is not the one that was built`);
    hashes.push(`${file} ${received}`);
  }
  for (const path of referenced)
    if (!path.startsWith(filesPath) || !builtFiles.includes(path.slice(filesPath.length)))
      differences.push(`the page names a script that was not built here: ${path}`);

  const compared = [
    ...Object.keys(expected).map((name) => `${name}: ${page.headers.get(name)}`),
    ...inline,
    ...referenced,
    ...hashes,
  ];
  return {
    address,
    differences,
    headers: Object.keys(expected).length,
    scripts: builtFiles.length,
    fingerprint: hashOf(Buffer.from(compared.join("\n"))).slice(0, 16),
  };
};

/** What stands between tags and is run, or laid over the page. Data is neither. */
const inlineTexts = (html: string, tag: "script" | "style"): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>(.*?)</${tag}\\s*>`, "gis"))]
    .filter(
      ([, attributes = ""]) =>
        !/\bsrc\s*=/i.test(attributes) && !/\btype=["']?application\/(?:ld\+)?json/i.test(attributes),
    )
    .map(([, , text = ""]) => text);

/** Scripts that the page runs or fetches early. */
const referencedScripts = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link)\b[^>]*>/gi)].flatMap(([tag]) => {
    if (/^<link/i.test(tag) && !/\brel=["']?(?:modulepreload|prefetch)|\bas=["']?script/i.test(tag)) return [];
    return /\s(?:src|href)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? [];
  });
