import type { DevelopmentHome, StorefrontBundle } from "@foyer/contract/page.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { darkColors, lightColors, type ThemeColors } from "@foyer/rules/values/theme/themeColors.ts";
import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { Assets } from "../assets.ts";
import { escapeHtml } from "../document/escape.ts";
import { pageTheme } from "../document/theme.ts";
import { cspHash } from "../security/pageHeaders.ts";

/** What to try at a seller: events by their keys in the catalogue, other pages by their path. */
export type Tour = {
  readonly summary: string;
  readonly picture: string;
  readonly stops: readonly { readonly label: string; readonly event?: string; readonly path?: string }[];
};

export type DevelopmentGuide = {
  readonly tours: Readonly<Record<string, Tour>>;
  readonly kit: DevelopmentHome["kit"];
};

type EventRow = { readonly id: string; readonly key: string; readonly image: string | null };

const copyScript = `document.addEventListener("click",function(e){var b=e.target.closest("[data-copy]");if(!b)return;var v=b.dataset.copy;navigator.clipboard.writeText(v).then(function(){document.querySelector("[data-copied]").textContent="Copied: "+v})})`;

const cardNames: Readonly<Partial<Record<keyof ThemeColors, string>>> = {
  paper: "paper",
  text: "text",
  text_muted: "muted",
  brand: "brand",
  brand_text: "brand-text",
};
const cardColors = (colors: ThemeColors): string =>
  Object.entries(cardNames)
    .map(([key, name]) => `--card-${name}:${colors[key as keyof ThemeColors]}`)
    .join(";");

/** A seller's colours, font and corners for its card. */
const cardStyle = ({ slug, theme }: Seller, storefront: StorefrontBundle): string => {
  const fonts = storefront.fonts(theme);
  const light = lightColors(theme.light);
  const dark = darkColors(theme.dark, light);
  const card = `[data-seller="${slug}"]`;
  const shape = `--card-radius:${theme.radius ?? 4}px;--card-display:${fonts.display}`;
  return [
    fonts.css,
    `${card}{${cardColors(theme.mode === "dark" ? dark : light)};${shape}}`,
    theme.mode === undefined || theme.mode === "auto"
      ? `@media (prefers-color-scheme:dark){${card}{${cardColors(dark)}}}`
      : "",
  ].join("");
};

const eventsOf = (db: Database, seller_id: string): Promise<EventRow[]> =>
  db
    .selectFrom("event_template")
    .select(["id", "key", sql<string | null>`meta->>'image_profile'`.as("image")])
    .where("seller_id", "=", seller_id)
    .where("retired", "=", false)
    .orderBy("rank")
    .execute();

const sellerCard = ({ slug, name, meta }: Seller, events: readonly EventRow[], tour: Tour | undefined) => {
  const eventByKey = new Map(events.map((event) => [event.key, event]));
  const stops = tour?.stops ?? [{ label: "What’s on", path: "/events" }];
  return {
    slug,
    name,
    summary: tour?.summary ?? meta.tagline ?? "",
    image: (eventByKey.get(tour?.picture ?? "") ?? events[0])?.image ?? undefined,
    links: stops.flatMap(({ label, event, path = "" }) => {
      const id = event === undefined ? undefined : eventByKey.get(event)?.id;
      if (event !== undefined && id === undefined) return [];
      return [{ label, href: id === undefined ? `/${slug}${path}` : `/${slug}/events/${id}${path}` }];
    }),
  };
};

/** Renders the first page of a development server. Not served in production. */
export const renderDevelopmentHome = async (
  { db, assets, guide }: { readonly db: Database; readonly assets: Assets; readonly guide: DevelopmentGuide },
  found: readonly Seller[],
): Promise<{ readonly html: string; readonly headers: Record<string, string> }> => {
  const storefront = await assets.storefront();
  const tourOrder = Object.keys(guide.tours);
  const position = ({ slug }: Seller) => (tourOrder.includes(slug) ? tourOrder.indexOf(slug) : tourOrder.length);
  const sellers = found.toSorted((one, other) => position(one) - position(other));
  const events = await Promise.all(sellers.map(({ id }) => eventsOf(db, id)));
  const { waiting } = await db
    .selectFrom("outbox")
    .select(sql<number>`count(*)::int`.as("waiting"))
    .where("state", "!=", "sent")
    .where("blanked_at", "is", null)
    .executeTakeFirstOrThrow();
  const { html, sources } = await storefront.renderDevelopmentHome({
    sellers: sellers.map((seller, index) => sellerCard(seller, events[index] ?? [], guide.tours[seller.slug])),
    kit: sellers.some(({ slug }) => guide.tours[slug]) ? guide.kit : [],
    waitingEmails: waiting,
  });
  const files = await assets.filesFor(sources, []);
  const theme = { display_face: "Fraunces", text_face: "Instrument Sans" } as const;
  const ours = pageTheme(theme, storefront.fonts(theme));
  const style = `@layer reset,tokens,ui,features,theme;${ours.css}${files.styles.map(({ css }) => css).join("")}${sellers.map((seller) => cardStyle(seller, storefront)).join("")}`;
  // A development server adds its style sheets by script.
  const scripts = assets.isDevServer ? files.scripts : [];
  const styles = assets.isDevServer ? "'unsafe-inline'" : cspHash(style);
  return {
    html: [
      '<!doctype html><html lang="en" data-tier="newer" data-mode="auto"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
      `<title>Foyer</title><link rel="icon" href="data:,"><style>${style}</style>`,
      `</head><body>${html}<script>${copyScript}</script>`,
      ...scripts.map((src) => `<script type="module" src="${escapeHtml(src)}"></script>`),
      "</body></html>",
    ].join(""),
    headers: {
      "content-security-policy": `default-src 'none'; style-src ${styles}; script-src ${cspHash(copyScript)}${assets.isDevServer ? " 'self'" : ""}; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
  };
};
