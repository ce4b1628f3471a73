import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { PageFetcher, PageScreen } from "@foyer/contract/page.ts";
import type { Database } from "../db/connections.ts";
import { refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import { errorCode } from "../errors/errorCode.ts";
import { Refused } from "../errors/refused.ts";
import { negotiateEncoding } from "../http/cache/compression.ts";
import { renderDevelopmentHome, type DevelopmentGuide } from "./dev/developmentHome.ts";
import type { SellerHosts } from "../http/hosts/sellerHosts.ts";
import { Lane } from "../http/lane.ts";
import { originOf } from "../providers/sellerOrigin.ts";
import { createLookupCache, mayCachePage, toCachedPage, type CachedPage, type PageCache } from "./pageCache.ts";
import { reservedSegments, splitUrl, withSearch } from "./pageUrl.ts";
import { plainPage } from "./plainPage.ts";
import { bootOf, pageRenderer, type RenderDeps } from "./renderPage.ts";
import { installCspReports } from "./security/cspReports.ts";
import { robotsText, renderSitemap } from "./sitemap.ts";

export type PageDeps = RenderDeps & {
  readonly pages: PageCache;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly listSlugs: () => Promise<readonly string[]>;
  readonly readHosts: () => Promise<SellerHosts>;
  /** Outside production: the database across sellers, and what to try out at which seller. */
  readonly development?: { readonly db: Database; readonly guide: DevelopmentGuide };
};

/** A page is the same for every visitor; stock is checked again when something is reserved. */
const pageCacheSeconds = 5;
/** Rendering blocks this process, so only a few pages are rendered at once; others wait or are refused. */
const lanes = {
  pages: { concurrency: 2, maxWaiting: 100, maxWaitMs: 5000 },
  /** Pages in unlimited variations, by query or as missing pages, do not delay the others. */
  variants: { concurrency: 1, maxWaiting: 30, maxWaitMs: 5000 },
} as const;
/** Serves the HTML of every storefront: rendered on the server, the same for every visitor, without cookies. */
export const installPages = (app: FastifyInstance, deps: PageDeps): void => {
  const { assets, listSlugs, findSeller, origin, production } = deps;
  const fetcherOf: FetcherFinder = (seller) => injectFetcher(app, new URL(originOf(origin, seller)).host);
  const servePage = pageServer(deps, fetcherOf);

  app.get("/", async (request, reply) => {
    const onlySlug = await onlySlugAt(deps, request);
    if (onlySlug !== undefined) return redirectToSeller(deps, reply, onlySlug, splitUrl(request.url));
    const slugs = await listSlugs();
    // A list would show each seller's visitors the others, and a link home would lead back here.
    if (production || !deps.development) return sendPlain(reply, 404, plainPage(notFound, ""));
    const sellers = await Promise.all(slugs.slice(0, 200).map((slug) => findSeller(slug)));
    const home = await renderDevelopmentHome(
      { ...deps.development, assets },
      sellers.filter((seller) => seller !== undefined),
    );
    return sendPlain(reply, 200, home);
  });
  app.get("/robots.txt", async (request, reply) => {
    const hosts = await deps.readHosts();
    const owner = hosts.slugOf(request.headers.host);
    const seller = owner === undefined ? undefined : await findSeller(owner);
    const slugs = seller ? [seller.slug] : (await listSlugs()).filter((slug) => !hosts.hasHost(slug));
    return reply.type("text/plain; charset=utf-8").send(robotsText(originOf(origin, seller ?? {}), slugs));
  });
  app.get<{ Params: { slug: string } }>("/:slug/sitemap.xml", async (request, reply) => {
    const seller = await findSeller(request.params.slug);
    const at = await addressOf(deps, request, seller);
    if (!seller || seller.preview_until !== undefined || at === "elsewhere") return sendNotFound(deps, reply);
    const sellerOrigin = originOf(origin, seller);
    if (at === "shared") return redirect(reply, `${sellerOrigin}/${seller.slug}/sitemap.xml`);
    const sitemap = await renderSitemap(fetcherOf(seller), sellerOrigin, seller);
    return reply.type("application/xml; charset=utf-8").send(sitemap);
  });
  installCspReports(app);
  app.get("/:slug", servePage);
  app.get("/:slug/*", servePage);
  app.addHook("onClose", () => assets.close());
};

type FetcherFinder = (seller: Seller) => PageFetcher;

/** Lets server rendering call our own API without a network, as a browser at `host` does. */
const injectFetcher =
  (app: FastifyInstance, host: string): PageFetcher =>
  async (path, { method, headers, body }) => {
    const response = await app
      .inject({
        method: method as "GET",
        url: path,
        headers: { ...headers, host },
        ...(body === undefined ? {} : { payload: body }),
      })
      .catch(unlessClosing);
    if (!response) return new Response(null, { status: 503 });
    const isEmpty = response.statusCode === 204 || response.statusCode === 304;
    return new Response(isEmpty ? null : response.body, { status: response.statusCode });
  };

/** Returns undefined for a page that is still being rendered when the server closes. */
const unlessClosing = (error: unknown): undefined => {
  if (errorCode(error) !== "FST_ERR_REOPENED_CLOSE_SERVER") throw error;
};

const pageServer = (deps: PageDeps, fetcherOf: FetcherFinder) => {
  const { assets, pages, production } = deps;
  const cacheSeconds = assets.isDevServer ? 0 : pageCacheSeconds;
  const renderPage = pageRenderer(deps, fetcherOf);
  const pageLane = new Lane("pages", lanes.pages);
  const variantLane = new Lane("page variants", lanes.variants);
  const lookups = createLookupCache();

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { path: fullPath, search } = splitUrl(request.url);
    const slug = fullPath.split("/", 2)[1] ?? "";
    if (reservedSegments.has(slug)) return reply.callNotFound();
    const seller = await deps.findSeller(slug);
    if (!seller) return redirectWithoutSlug(deps, request, reply);
    const at = await addressOf(deps, request, seller);
    if (at === "elsewhere") return sendNotFound(deps, reply);
    const path = fullPath.slice(slug.length + 1) || "/";
    if (path === "/" && fullPath.endsWith("/")) return redirect(reply, withSearch(`/${slug}`, search));
    if (at === "shared") return redirect(reply, withSearch(originOf(deps.origin, seller) + fullPath, search));
    const decision = (await assets.storefront()).resolveRoute({
      seller,
      path,
      search,
      flags: deps.flagsOf(slug),
      environment: production ? "production" : "development",
    });
    if (decision.kind === "redirect") return redirect(reply, decision.to);
    const keyOf = (screen: PageScreen) => withSearch(`${seller.host ?? ""}/${slug}${screen.path}`, screen.search);
    const findPage = async () => {
      const screen = await lookups.get(
        keyOf(decision),
        cacheSeconds,
        async () => (await assets.storefront()).replaceUnknown(bootOf(deps, seller), decision, fetcherOf(seller)),
        (known) => keyOf(known) === keyOf(decision),
      );
      const lane = screen.search === "" && screen.status === 200 ? pageLane : variantLane;
      const render = () => lane.run(async () => toCachedPage(await renderPage({ seller, screen, log: request.log })));
      return pages.get(keyOf(screen), cacheSeconds, render, mayCachePage);
    };
    const page = await findPage().catch(unlessOverloaded);
    return page ? sendPage(request, reply, page, decision) : sendOverloaded(reply);
  };
};

const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: CachedPage, screen: PageScreen) => {
  reply.headers(page.headers).header("vary", "accept-encoding").header("etag", page.body.etag);
  // A page is cached for every visitor, but this URL contains a secret: it must not travel in the Referer header.
  if (screen.secret && !screen.hidden) reply.header("referrer-policy", "no-referrer");
  reply.header("cache-control", page.status >= 500 ? "no-store" : "public, max-age=0, must-revalidate");
  if (page.status === 503) reply.header("retry-after", "2");
  if (page.status === 200 && request.headers["if-none-match"] === page.body.etag) return reply.code(304).send();
  const encoding = negotiateEncoding(request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply
    .code(page.status)
    .type("text/html; charset=utf-8")
    .send(await page.body.encodedAs(encoding));
};

/** Returns undefined if too many pages are waiting to be rendered. */
const unlessOverloaded = (error: unknown): undefined => {
  if (!(error instanceof Refused && error.code === "unavailable")) throw error;
};

const sendOverloaded = (reply: FastifyReply) =>
  sendPlain(reply.header("retry-after", "2"), 503, plainPage(refusalDescriptions.unavailable, ""));

/** Whether a request for a seller's page uses the seller's own host, the shared one, or another seller's. */
const addressOf = async (
  { readHosts }: PageDeps,
  { headers }: FastifyRequest,
  seller: Seller | undefined,
): Promise<"own" | "shared" | "elsewhere"> => {
  const owner = (await readHosts()).slugOf(headers.host);
  if (owner !== undefined) return owner === seller?.slug ? "own" : "elsewhere";
  return seller?.host === undefined ? "own" : "shared";
};

/** The only seller that a URL without a slug can mean: that of the host, or the server's only one. */
const onlySlugAt = async (deps: PageDeps, { headers }: FastifyRequest): Promise<string | undefined> => {
  const owner = (await deps.readHosts()).slugOf(headers.host);
  if (owner !== undefined) return owner;
  const slugs = await deps.listSlugs();
  return slugs.length === 1 ? slugs[0] : undefined;
};

const redirectWithoutSlug = async (deps: PageDeps, request: FastifyRequest, reply: FastifyReply) => {
  const slug = await onlySlugAt(deps, request);
  return slug === undefined ? sendNotFound(deps, reply) : redirectToSeller(deps, reply, slug, splitUrl(request.url));
};

const redirectToSeller = async (
  deps: PageDeps,
  reply: FastifyReply,
  slug: string,
  { path, search }: ReturnType<typeof splitUrl>,
) => {
  const onlySeller = await deps.findSeller(slug);
  if (!onlySeller) return sendNotFound(deps, reply);
  const to = (await deps.assets.storefront()).resolveUnprefixed({
    seller: onlySeller,
    path,
    search,
    flags: deps.flagsOf(onlySeller.slug),
    environment: "production",
  });
  if (to === undefined && path !== "/") return sendNotFound(deps, reply);
  return redirect(reply, to ?? withSearch(`/${onlySeller.slug}`, search));
};

const redirect = (reply: FastifyReply, to: string) => reply.header("cache-control", "no-store").redirect(to, 302);

const sendPlain = (reply: FastifyReply, status: number, page: ReturnType<typeof plainPage>) =>
  reply
    .code(status)
    .headers(page.headers)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(page.html);
const { not_found: notFound } = refusalDescriptions;
/** Links to the home page if there is one: in production with several sellers there is none. */
const sendNotFound = async ({ listSlugs, development }: PageDeps, reply: FastifyReply) => {
  const hasHome = development !== undefined || (await listSlugs()).length === 1;
  return sendPlain(reply, 404, plainPage(notFound, hasHome ? '<p><a href="/">Home</a></p>' : ""));
};
