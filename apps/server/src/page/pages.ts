import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Flags } from "@foyer/contract/flags.ts";
import type { PageDecision, PageFetcher } from "@foyer/contract/page.ts";
import type { PaymentPageSources } from "../providers/payments/gatewayDefinition.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { negotiateEncoding } from "../http/cache/compression.ts";
import type { Assets } from "./assets.ts";
import { renderDocument, inlineElements } from "./document/document.ts";
import { fetchEventFacts } from "./document/eventFacts.ts";
import { renderHead } from "./document/head.ts";
import { eventJsonLd } from "./document/jsonLd.ts";
import { PageCache, type PageResponse } from "./pageCache.ts";
import { plainPage } from "./plainPage.ts";
import { publicSeller } from "./document/publicSeller.ts";
import { pageHeaders } from "./security/pageHeaders.ts";
import { sellersPage } from "./dev/sellersPage.ts";
import { robotsText, renderSitemap } from "./sitemap.ts";
import { pageTheme } from "./document/theme.ts";
import { installCspReports } from "./security/cspReports.ts";

export type PageDeps = {
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly listSlugs: () => Promise<readonly string[]>;
  readonly clock: () => Temporal.Instant;
  /** By slug. */
  readonly flagsOf: (seller: string) => Flags;
  readonly origin: string;
  readonly production: boolean;
  readonly secure: boolean;
  /** Does this seller take cards in a provider's fields? */
  readonly paymentSources: (seller: Seller) => PaymentPageSources | undefined;
  readonly assets: Assets;
};

/** How long a page may be shown as it was made: it is the same for everybody, and stock is asked for again when it counts. */
const pageCacheSeconds = 5;
/** First segments that are never a seller's. */
const reservedSegments: ReadonlySet<string> = new Set(["api", "cached_api", "assets", "healthz", "_dev", "_reports"]);
type Screen = Extract<PageDecision, { kind: "screen" }>;

const splitUrl = (url: string): readonly [path: string, search: string] => {
  const queryIndex = url.indexOf("?");
  return queryIndex < 0 ? [url, ""] : [url.slice(0, queryIndex), url.slice(queryIndex + 1)];
};
const withSearch = (path: string, search: string): string => (search === "" ? path : `${path}?${search}`);

/** The HTML of every storefront: rendered on the server, the same for everybody, without cookies. */
export const installPages = (app: FastifyInstance, deps: PageDeps): void => {
  const { assets, origin, production, secure } = deps;
  const pages = new PageCache(assets.isDevServer ? 0 : pageCacheSeconds);

  const fetcher: PageFetcher = async (path, { method, headers, body }) => {
    const answer = await app.inject({
      method: method as "GET",
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return new Response(answer.statusCode === 204 || answer.statusCode === 304 ? null : answer.body, {
      status: answer.statusCode,
    });
  };

  const renderPage = async (seller: Seller, path: string, screen: Screen): Promise<PageResponse> => {
    const storefront = await assets.storefront();
    const fonts = storefront.fonts(seller.theme);
    const theme = pageTheme(seller.theme, fonts);
    const base = `/${seller.slug}`;
    const bootBase = {
      seller: publicSeller(seller),
      base,
      flags: deps.flagsOf(seller.slug),
      environment: production ? ("production" as const) : ("development" as const),
      now: deps.clock().toString(),
      origin,
    };
    const page = await storefront.render(bootBase, screen, path, fetcher);
    const facts =
      page.status === 200 && screen.route === "event" && screen.params.id
        ? await fetchEventFacts(fetcher, seller.slug, screen.params.id)
        : undefined;
    const address = `${origin}${base}${path === "/" ? "" : path}`;
    const canonical = screen.route === "events" ? withSearch(address, screen.search) : address;
    const files = await assets.pageFiles(page.sources, page.deferredSources);
    const parts = { theme, files };
    const inline = inlineElements(parts);
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
      headers: pageHeaders({
        scripts: [inline.script],
        styles: [inline.style],
        isSecure: secure,
        allowInlineStyles: assets.isDevServer,
        isHidden: screen.hidden,
        ...(screen.route === "checkout"
          ? { payment: deps.paymentSources(seller), captcha: seller.configuration.captcha }
          : { measured: seller.web.analytics !== undefined }),
      }),
    };
  };

  const renderOrError = async (
    request: FastifyRequest,
    seller: Seller,
    path: string,
    screen: Screen,
  ): Promise<PageResponse> => {
    try {
      return await renderPage(seller, path, screen);
    } catch (error) {
      const status = error instanceof Error && "status" in error && error.status === 503 ? 503 : 500;
      request.log.error({ err: error, event: "page_failed" }, "a page could not be made");
      try {
        const errorPage = await renderPage(seller, path, {
          kind: "screen",
          route: "error-unexpected",
          status,
          params: {},
          search: "",
          hidden: true,
          secret: false,
        });
        return { ...errorPage, status };
      } catch {
        return { ...plainPage("Sorry! Something unexpected happened. Please try again.", ""), status };
      }
    }
  };

  const sendPlain = (reply: FastifyReply, status: number, page: { html: string; headers: Record<string, string> }) =>
    reply
      .code(status)
      .headers(page.headers)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(page.html);
  const sendNotFound = (reply: FastifyReply) =>
    sendPlain(reply, 404, plainPage("Oops! We could not find anything at this URL.", '<p><a href="/">Home</a></p>'));

  /** An address without a seller in front: with one seller it can only be meant for them. */
  const redirectToOnlySeller = async (reply: FastifyReply, path: string, search: string) => {
    const slugs = await deps.listSlugs();
    const onlySeller = slugs.length === 1 && slugs[0] !== undefined ? await deps.findSeller(slugs[0]) : undefined;
    if (!onlySeller) return sendNotFound(reply);
    const to = (await assets.storefront()).resolveUnprefixed({
      seller: onlySeller,
      path,
      search,
      flags: deps.flagsOf(onlySeller.slug),
      environment: "production",
    });
    if (to === undefined && path !== "/") return sendNotFound(reply);
    return reply.header("cache-control", "no-store").redirect(to ?? withSearch(`/${onlySeller.slug}`, search), 302);
  };

  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const [fullPath, search] = splitUrl(request.url);
    const slug = fullPath.split("/", 2)[1] ?? "";
    if (reservedSegments.has(slug)) return reply.callNotFound();
    const seller = await deps.findSeller(slug);
    if (!seller) return redirectToOnlySeller(reply, fullPath, search);
    const path = fullPath.slice(slug.length + 1) || "/";
    if (path === "/" && fullPath.endsWith("/"))
      return reply.header("cache-control", "no-store").redirect(withSearch(`/${slug}`, search), 302);
    const decision = (await assets.storefront()).resolveRoute({
      seller,
      path,
      search,
      flags: deps.flagsOf(slug),
      environment: production ? "production" : "development",
    });
    if (decision.kind === "redirect") return reply.header("cache-control", "no-store").redirect(decision.to, 302);

    const page = await pages.get(withSearch(`/${slug}${path}`, decision.search), () =>
      renderOrError(request, seller, path, decision),
    );
    reply.headers(page.headers).header("vary", "accept-encoding").header("etag", page.etag);
    // The page is kept for everybody, its address is not.
    if (decision.secret && !decision.hidden) reply.header("referrer-policy", "no-referrer");
    reply.header("cache-control", page.status >= 500 ? "no-store" : "public, max-age=0, must-revalidate");
    if (page.status === 503) reply.header("retry-after", "2");
    if (page.status === 200 && request.headers["if-none-match"] === page.etag) return reply.code(304).send();
    const encoding = negotiateEncoding(request.headers["accept-encoding"]);
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply
      .code(page.status)
      .type("text/html; charset=utf-8")
      .send(await page.encodedAs(encoding));
  };

  app.get("/", async (request, reply) => {
    const slugs = await deps.listSlugs();
    if (slugs.length === 1) return redirectToOnlySeller(reply, "/", splitUrl(request.url)[1]);
    if (production) return sendNotFound(reply);
    const sellers = await Promise.all(slugs.slice(0, 200).map((slug) => deps.findSeller(slug)));
    return sendPlain(reply, 200, sellersPage(sellers.filter((seller) => seller !== undefined)));
  });
  app.get("/robots.txt", async (_, reply) =>
    reply.type("text/plain; charset=utf-8").send(robotsText(origin, await deps.listSlugs())),
  );
  app.get<{ Params: { slug: string } }>("/:slug/sitemap.xml", async (request, reply) => {
    const seller = await deps.findSeller(request.params.slug);
    if (!seller) return sendNotFound(reply);
    return reply.type("application/xml; charset=utf-8").send(await renderSitemap(fetcher, origin, seller.slug));
  });
  installCspReports(app);
  app.get("/:slug", servePage);
  app.get("/:slug/*", servePage);
  app.addHook("onClose", () => assets.close());
};
