import type { Theme } from "@foyer/contract/theme.ts";
import type { ThemeMode } from "@foyer/rules/values/theme/themePairs.ts";
import { themeTier, themeVariables } from "@foyer/rules/values/theme/themeVariables.ts";
import { fontFaceCss, fontStack } from "@foyer/ui/fontFaceCss.ts";
import { fontUrl } from "@foyer/ui/fontUrls.ts";

/** A document that looks like a page of the storefront. */
export type StorefrontDocument = {
  readonly body: HTMLElement;
  readonly applyTheme: (theme: Theme, mode: ThemeMode) => void;
};

/**
 * Gives an empty document this document's styles and an own style sheet: the page's content security policy allows no other
 * way.
 */
export const openStorefrontDocument = (opened: Document, title: string): StorefrontDocument => {
  for (const style of document.head.querySelectorAll("link[rel=stylesheet], style"))
    opened.head.append(opened.importNode(style, true));
  const root = opened.documentElement;
  root.lang = "en";
  root.dataset["storefront"] = "";
  opened.title = title;
  const sheet = new (opened.defaultView ?? window).CSSStyleSheet();
  opened.adoptedStyleSheets = [sheet];
  return {
    body: opened.body,
    applyTheme: (theme, mode) => {
      root.dataset["tier"] = themeTier(theme);
      root.dataset["mode"] = mode;
      sheet.replaceSync(styleOf(theme));
    },
  };
};

const styleOf = (theme: Theme): string => {
  const { display_face: display, text_face: text } = theme;
  const variables = [
    ...themeVariables(theme),
    ...(display ? [`--seller-font-display:${fontStack(display, "display")}`] : []),
    ...(text ? [`--seller-font-text:${fontStack(text, "text")}`] : []),
  ];
  return [
    display ? fontFaceCss(display, "display", fontUrl) : "",
    text ? fontFaceCss(text, "text", fontUrl) : "",
    `:root{${variables.join(";")}}`,
  ].join("");
};
