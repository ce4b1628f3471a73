import type { Flags } from "@foyer/contract/flags.ts";
import type { PageFetcher, PageScreen } from "@foyer/contract/page.ts";
import type { PaymentPageSources } from "../providers/payments/gatewayDefinition.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Log } from "../http/requestContext.ts";
import type { Assets } from "./assets.ts";
import { inlineElements, renderDocument } from "./document/document.ts";
import { fetchEventFacts } from "./document/eventFacts.ts";
import { renderHead } from "./document/head.ts";
import { eventJsonLd } from "./document/jsonLd.ts";
import { publicSeller } from "./document/publicSeller.ts";
import { previewBanner } from "./document/previewBanner.ts";
import { pageTheme } from "./document/theme.ts";
import type { PageResponse } from "./pageCache.ts";
import { originOf } from "../providers/sellerOrigin.ts";
import { containerWarner, mayLoadContainer } from "./security/tagContainer.ts";
import { plainPage } from "./plainPage.ts";
import { pageHeaders } from "./security/pageHeaders.ts";

export type RenderDeps = {
  readonly clock: () => Temporal.Instant;
  /** By the seller's slug. */
  readonly flagsOf: (slug: string) => Flags;
  readonly origin: string;
  readonly production: boolean;
  readonly secure: boolean;
  /** What the payment page may load if the seller takes cards in a provider's fields. */
  readonly paymentSources: (seller: Seller) => PaymentPageSources | undefined;
  readonly assets: Assets;
};

type PageRequest = { readonly seller: Seller; readonly screen: PageScreen; readonly log: Log };
type RenderPage = (request: PageRequest) => Promise<PageResponse>;

/** Renders a screen. If that fails, renders the storefront's error screen, and if that fails too, a plain page. */
export const pageRenderer = (deps: RenderDeps, fetcherOf: (seller: Seller) => PageFetcher): RenderPage => {
  const renderScreen = screenRenderer(deps, fetcherOf);
  const warnAboutContainer = containerWarner(deps.production);
  return async ({ seller, screen, log }) => {
    warnAboutContainer(seller, log);
    try {
      return await renderScreen(seller, screen);
    } catch (error) {
      const status = error instanceof Error && "status" in error && error.status === 503 ? 503 : 500;
      log.error({ err: error, event: "page_failed" }, "a page could not be rendered");
      try {
        return { ...(await renderScreen(seller, errorScreen(status, screen.path))), status };
      } catch {
        return { ...plainPage("Sorry! Something unexpected happened. Please try again.", ""), status };
      }
    }
  };
};

const errorScreen = (status: number, path: string): PageScreen => ({
  kind: "screen",
  route: "error-unexpected",
  status,
  path,
  params: {},
  search: "",
  hidden: true,
  secret: false,
});

/** The boot data of a seller's pages, without the view. */
export const bootOf = (deps: RenderDeps, seller: Seller) => ({
  seller: publicSeller(seller, mayLoadContainer(seller, deps.production)),
  base: `/${seller.slug}`,
  flags: deps.flagsOf(seller.slug),
  environment: deps.production ? ("production" as const) : ("development" as const),
  now: deps.clock().toString(),
  origin: originOf(deps.origin, seller),
});

const screenRenderer =
  (deps: RenderDeps, fetcherOf: (seller: Seller) => PageFetcher) =>
  async (seller: Seller, asked: PageScreen): Promise<PageResponse> => {
    const { assets } = deps;
    // No search engine indexes a preview, and no other site learns its address.
    const screen = seller.preview_until === undefined ? asked : { ...asked, hidden: true };
    const origin = originOf(deps.origin, seller);
    const fetcher = fetcherOf(seller);
    const storefront = await assets.storefront();
    const fonts = storefront.fonts(seller.theme);
    const bootBase = bootOf(deps, seller);
    const page = await storefront.render(bootBase, screen, fetcher);
    const facts =
      page.status === 200 && screen.route === "event" && screen.params.id
        ? await fetchEventFacts(fetcher, seller.slug, screen.params.id)
        : undefined;
    const canonical = canonicalUrl(origin, bootBase.base, screen);
    const parts = {
      theme: pageTheme(seller.theme, fonts),
      banner: previewBanner(seller),
      files: await assets.filesFor(page.sources, page.deferredSources),
    };
    return {
      status: page.status,
      html: renderDocument({
        ...parts,
        boot: { ...bootBase, shown: page.shown },
        page,
        fonts: fonts.preload,
        head: renderHead({
          seller,
          origin,
          head: page.head,
          canonical,
          isHidden: screen.hidden || page.status !== 200,
          isEvent: facts !== undefined,
        }),
        jsonLd: facts && eventJsonLd({ ...facts, seller, origin, canonical }),
      }),
      headers: screenHeaders(deps, seller, screen, inlineElements(parts)),
    };
  };

/** The listing's filters change what a page shows; other screens' queries do not. */
const canonicalUrl = (origin: string, base: string, { route, path, search }: PageScreen): string => {
  const url = `${origin}${base}${path === "/" ? "" : path}`;
  return route === "events" && search !== "" ? `${url}?${search}` : url;
};

/** The pages where card details are entered. */
const paymentRoutes: ReadonlySet<string> = new Set(["checkout", "manage-confirm"]);

const screenHeaders = (
  { paymentSources, assets, secure, production }: RenderDeps,
  seller: Seller,
  { route, hidden }: PageScreen,
  inline: ReturnType<typeof inlineElements>,
): Record<string, string> =>
  pageHeaders({
    scripts: [inline.script],
    styles: [inline.style],
    isSecure: secure,
    allowInlineStyles: assets.isDevServer,
    isHidden: hidden,
    ...(paymentRoutes.has(route)
      ? { payment: paymentSources(seller), captcha: seller.configuration.captcha }
      : { hasAnalytics: mayLoadContainer(seller, production) }),
  });
