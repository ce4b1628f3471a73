import { bootElementId, queriesElementId, type BootData } from "@foyer/contract/boot.ts";
import type { RenderedPage } from "@foyer/contract/page.ts";
import type { PageFiles } from "../assets.ts";
import { earlyClicks } from "./earlyClicks.ts";
import { earlyCart } from "./earlyCart.ts";
import { earlyLogin } from "./earlyLogin.ts";
import { escapeHtml, scriptJson } from "./escape.ts";
import type { PreviewBanner } from "./previewBanner.ts";
import type { PageTheme } from "./theme.ts";

export type DocumentParts = {
  readonly boot: BootData;
  readonly page: RenderedPage;
  readonly theme: PageTheme;
  readonly fonts: readonly string[];
  readonly files: PageFiles;
  /** Shown above every page of a preview. */
  readonly banner: PreviewBanner | undefined;
  /** Head elements for search engines and link previews. */
  readonly head: string;
  /** Structured data for search engines, if there is any. */
  readonly jsonLd: unknown;
};

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? "" : ` ${name}="${escapeHtml(value)}"`;

/** The inline script of every page. */
export const inlineScript = `${earlyClicks};${earlyLogin};${earlyCart}`;

/** The texts of the page's inline style and script; the security policy allows them by hash. */
export const inlineElements = ({ theme, files, banner }: Pick<DocumentParts, "theme" | "files" | "banner">) => ({
  // Declares the order of the layers (@foyer/ui/styles/foundation.css), whichever style sheet comes first.
  style:
    `@layer reset,tokens,ui,features,theme;${theme.css}` +
    files.styles.map(({ css }) => css).join("") +
    (banner?.css ?? ""),
  script: inlineScript,
});

const heroPreload = ({ hero }: RenderedPage["head"]): string =>
  hero
    ? `<link rel="preload" as="image" type="image/avif" fetchpriority="high"${attribute("imagesrcset", hero.srcSet)}${attribute("imagesizes", hero.sizes)}>`
    : "";

/** Renders the HTML document. */
export const renderDocument = (parts: DocumentParts): string => {
  const { boot, page, theme, fonts, files, banner, head, jsonLd } = parts;
  const { style, script } = inlineElements(parts);
  return [
    "<!doctype html>",
    `<html${attribute("lang", boot.seller.locale)}${attribute("data-tier", theme.tier)}${attribute("data-mode", theme.mode)}>`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    heroPreload(page.head),
    ...fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin${attribute("href", href)}>`),
    `<style>${style}</style>`,
    // These sheets are inlined above. A disabled link is not fetched, and tells Vite's loader that the sheet is present.
    ...files.styles.map(({ href }) => `<link rel="stylesheet" disabled${attribute("href", href)}>`),
    `<script>${script}</script>`,
    head,
    theme.mode === "dark"
      ? `<meta name="theme-color"${attribute("content", theme.barColors.dark)}>`
      : `<meta name="theme-color"${attribute("content", theme.barColors.light)}>${theme.mode === "auto" ? `<meta name="theme-color" media="(prefers-color-scheme: dark)"${attribute("content", theme.barColors.dark)}>` : ""}`,
    `</head><body class="route-${escapeHtml(page.shown.route)}">${banner?.html ?? ""}<div id="root">${page.html}</div>`,
    `<script type="application/json" id="${bootElementId}">${scriptJson(boot)}</script>`,
    `<script type="application/json" id="${queriesElementId}">${scriptJson(page.queries)}</script>`,
    jsonLd === undefined ? "" : `<script type="application/ld+json">${scriptJson(jsonLd)}</script>`,
    ...files.preload.map((href) => `<link rel="modulepreload" fetchpriority="low"${attribute("href", href)}>`),
    ...files.scripts.map((src) => `<script type="module" fetchpriority="low"${attribute("src", src)}></script>`),
    "</body></html>",
  ].join("");
};
