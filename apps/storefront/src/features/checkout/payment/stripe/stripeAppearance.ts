import type { Appearance, CustomFontSource } from "@stripe/stripe-js";

/** Computed colours and lengths of the page's tokens, which Stripe's frames cannot resolve. */
const readTokens = <T>(
  readWith: (paint: { readonly color: (token: string) => string; readonly length: (token: string) => string }) => T,
): T => {
  const probe = document.body.appendChild(document.createElement("span"));
  // A transition would make the computed value lag behind.
  probe.style.setProperty("transition", "none", "important");
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const hexOf = (color: string): string => {
    if (!context) return color;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  };
  const result = readWith({
    color: (token) => {
      probe.style.setProperty("color", `var(${token})`);
      return hexOf(getComputedStyle(probe).color);
    },
    length: (token) => {
      probe.style.setProperty("border-top-left-radius", `var(${token})`);
      return getComputedStyle(probe).borderTopLeftRadius;
    },
  });
  probe.remove();
  return result;
};

const brightness = (hex: string): number => {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) || 0;
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
};

/** The seller's colours, corners and fonts for Stripe's fields. */
export const stripeAppearance = (): Appearance =>
  readTokens(({ color, length }) => ({
    theme: brightness(color("--paper")) < brightness(color("--text")) ? "night" : "stripe",
    disableAnimations: matchMedia("(prefers-reduced-motion: reduce)").matches,
    variables: {
      colorPrimary: color("--brand-text"),
      colorBackground: color("--surface"),
      colorText: color("--text"),
      colorTextSecondary: color("--text-muted"),
      colorTextPlaceholder: color("--text-muted"),
      colorDanger: color("--danger"),
      iconColor: color("--text-muted"),
      borderRadius: length("--radius-control"),
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSizeBase: length("--size-2"),
      fontSizeSm: length("--size-1"),
      spacingUnit: "4px",
      gridRowSpacing: length("--space-4"),
      gridColumnSpacing: length("--space-4"),
    },
    rules: {
      ".Input": { border: `1px solid ${color("--line-strong")}`, boxShadow: "none" },
      ".Input:focus": { borderColor: color("--focus"), boxShadow: `0 0 0 1px ${color("--focus")}` },
      ".Input--invalid": { borderColor: color("--danger"), boxShadow: "none" },
      ".AccordionItem": { border: `1px solid ${color("--line")}`, boxShadow: "none" },
      ".Label": { color: color("--text") },
    },
  }));

/** The font files of the page, which Stripe's frames load. Stripe accepts only https. */
export const stripeFonts = (): CustomFontSource[] => {
  if (window.location.protocol !== "https:") return [];
  const [family = ""] = getComputedStyle(document.body).fontFamily.split(",", 1);
  const named = (name: string) => name.trim().replace(/^["']|["']$/g, "");
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => named(style.getPropertyValue("font-family")) === named(family))
    .flatMap(({ style }) => {
      const file = /url\((["']?)([^"')]+\.woff2)\1\)/.exec(style.getPropertyValue("src"))?.[2];
      if (file === undefined) return [];
      const range = style.getPropertyValue("unicode-range");
      return [
        {
          family: named(family),
          src: `url(${new URL(file, document.baseURI).href})`,
          weight: style.getPropertyValue("font-weight") || "400",
          ...(range === "" ? {} : { unicodeRange: range }),
        },
      ];
    });
};
