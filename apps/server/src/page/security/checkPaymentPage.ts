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
  /** The differences between the page as received and as sent; empty if there are none. */
  readonly differences: readonly string[];
  readonly headers: number;
  readonly scripts: number;
  /** A hash of everything that was compared. It is the same as last time if nothing changed. */
  readonly fingerprint: string;
};

/** Fetches as a browser does, through every proxy in front of the shop. */
type Fetch = (url: string) => Promise<Response>;
type CheckOptions = {
  readonly origin: string;
  readonly get: Fetch;
  readonly secure?: boolean;
  readonly dist?: string;
};
/** The differences of one part of the page, and the lines that the fingerprint is computed from. */
type PartCheck = { readonly differences: readonly string[]; readonly compared: readonly string[] };

const filesPath = "/assets/files/";
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const browserRequest = { redirect: "manual", headers: { accept: "text/html", "accept-encoding": "br, gzip" } } as const;
export const fetchAsBrowser: Fetch = (url) => fetch(url, { ...browserRequest, signal: AbortSignal.timeout(20_000) });

/**
 * Compares a seller's payment page, as a browser receives it, with what this installation sends: its headers, its inline
 * scripts and styles, and every script of ours byte by byte (PCI DSS 11.6.1). The policy restricts scripts of others to
 * the URLs of the inventory.
 */
export const checkPaymentPage = async (
  seller: Seller,
  { origin, get, dist, secure = origin.startsWith("https:") }: CheckOptions,
): Promise<PaymentPageCheck> => {
  const address = `${origin}/${seller.slug}/checkout`;
  const page = await get(address);
  const html = await page.text();
  const expected = pageHeaders({
    scripts: [inlineScript],
    styles: inlineTexts(html, "style"),
    isSecure: secure,
    payment: paymentPageSources(seller),
    captcha: seller.configuration.captcha,
  });
  const folder = join(dist ?? join(storefrontFolder, "dist"), "client/files");
  const builtFiles = (await readdir(folder)).filter((file) => file.endsWith(".js")).toSorted();
  const parts = [
    checkHeaders(page.headers, expected),
    checkInlineScripts(html),
    checkReferences(html, builtFiles),
    await checkFiles(builtFiles, { folder, origin, get }),
  ];
  const status = page.status === 200 ? [] : [`the page has status ${page.status}`];
  const compared = parts.flatMap((part) => part.compared).join("\n");
  return {
    address,
    differences: [...status, ...parts.flatMap((part) => part.differences)],
    headers: Object.keys(expected).length,
    scripts: builtFiles.length,
    fingerprint: hashOf(Buffer.from(compared)).slice(0, 16),
  };
};

const checkHeaders = (received: Headers, expected: Readonly<Record<string, string>>): PartCheck => ({
  differences: Object.entries(expected).flatMap(([name, sent]) => {
    const value = received.get(name);
    if (value === null) return [`header ${name} is missing`];
    return value === sent ? [] : [`header ${name} is '${value}' instead of '${sent}'`];
  }),
  compared: Object.keys(expected).map((name) => `${name}: ${received.get(name)}`),
});

const checkInlineScripts = (html: string): PartCheck => {
  const inline = inlineTexts(html, "script");
  const foreign = inline.filter((text) => text !== inlineScript);
  return {
    differences: [
      ...foreign.map((text) => `the page contains an inline script that is not from this build: ${text.slice(0, 60)}`),
      ...(inline.includes(inlineScript) ? [] : ["the page lacks its inline script"]),
    ],
    compared: inline,
  };
};

const checkReferences = (html: string, builtFiles: readonly string[]): PartCheck => {
  const referenced = referencedScripts(html);
  const isBuilt = (path: string) => path.startsWith(filesPath) && builtFiles.includes(path.slice(filesPath.length));
  return {
    differences: referenced
      .filter((path) => !isBuilt(path))
      .map((path) => `the page references a script that is not from this build: ${path}`),
    compared: referenced,
  };
};

const checkFiles = async (
  builtFiles: readonly string[],
  { folder, origin, get }: { readonly folder: string; readonly origin: string; readonly get: Fetch },
): Promise<PartCheck> => {
  const differences: string[] = [];
  const compared: string[] = [];
  for (const file of builtFiles) {
    const built = hashOf(await readFile(join(folder, file)));
    const response = await get(`${origin}${filesPath}${file}`);
    const received = hashOf(new Uint8Array(await response.arrayBuffer()));
    if (response.status !== 200) differences.push(`script ${filesPath}${file} has status ${response.status}`);
    else if (received !== built) differences.push(`script ${filesPath}${file} differs from the built one`);
    compared.push(`${file} ${received}`);
  }
  return { differences, compared };
};

/** Inline scripts or styles; a script element with data is neither. */
const inlineTexts = (html: string, tag: "script" | "style"): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>(.*?)</${tag}\\s*>`, "gis"))]
    .filter(
      ([, attributes = ""]) =>
        !/\bsrc\s*=/i.test(attributes) && !/\btype=["']?application\/(?:ld\+)?json/i.test(attributes),
    )
    .map(([, , text = ""]) => text);

/** URLs of scripts that the page runs or preloads. */
const referencedScripts = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link)\b[^>]*>/gi)].flatMap(([tag]) => {
    if (/^<link/i.test(tag) && !/\brel=["']?(?:modulepreload|prefetch)|\bas=["']?script/i.test(tag)) return [];
    return /\s(?:src|href)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? [];
  });
