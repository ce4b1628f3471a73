import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Flags } from "@foyer/contract/flags.ts";
import type { PageDecision, PageFetcher } from "@foyer/contract/page.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import { encodingFor } from "../http/encoding.ts";
import type { Assets } from "./assets.ts";
import { documentOf, inlineParts } from "./document.ts";
import { eventFacts } from "./eventFacts.ts";
import { headLines } from "./head.ts";
import { eventJsonLd } from "./jsonLd.ts";
import { KeptPages, type MadePage } from "./keptPages.ts";
import { plainPage } from "./plainPage.ts";
import { publicSeller } from "./publicSeller.ts";
import { pageHeaders } from "./security.ts";
import { sellersPage } from "./sellersPage.ts";
import { robotsText, sitemapOf } from "./sitemap.ts";
import { pageTheme } from "./theme.ts";
import { installViolations } from "./violations.ts";

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
  readonly takesCards: (seller: Seller) => boolean;
  readonly assets: Assets;
};

/** How long a page may be shown as it was made: it is the same for everybody, and stock is asked for again when it counts. */
const keptSeconds = 5;
/** First segments that are never a seller's. */
const ours: ReadonlySet<string> = new Set(["api", "cached_api", "assets", "healthz", "_dev", "_reports"]);
type Screen = Extract<PageDecision, { kind: "screen" }>;

const split = (url: string): readonly [path: string, search: string] => {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
};
const asked = (path: string, search: string): string => (search === "" ? path : `${path}?${search}`);

/** The HTML of every storefront: rendered on the server, the same for everybody, without cookies. */
export const installPages = (app: FastifyInstance, deps: PageDeps): void => {
  const { assets, origin, production, secure } = deps;
  const pages = new KeptPages(assets.changing ? 0 : keptSeconds);

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

  const make = async (seller: Seller, path: string, screen: Screen): Promise<MadePage> => {
    const storefront = await assets.storefront();
    const fonts = storefront.fonts(seller.theme);
    const theme = pageTheme(seller.theme, fonts);
    const base = `/${seller.slug}`;
    const bootWithout = {
      seller: publicSeller(seller),
      base,
      flags: deps.flagsOf(seller.slug),
      environment: production ? ("production" as const) : ("development" as const),
      now: deps.clock().toString(),
      origin,
    };
    const page = await storefront.render(bootWithout, screen, path, fetcher);
    const facts =
      page.status === 200 && screen.route === "event" && screen.params.id
        ? await eventFacts(fetcher, seller.slug, screen.params.id)
        : undefined;
    const address = `${origin}${base}${path === "/" ? "" : path}`;
    const canonical = screen.route === "events" ? asked(address, screen.search) : address;
    const files = await assets.filesOf(page.sources, page.asleep);
    const parts = { theme, files };
    const inline = inlineParts(parts);
    return {
      status: page.status,
      html: documentOf({
        ...parts,
        boot: { ...bootWithout, shown: page.shown },
        page,
        fonts: fonts.preload,
        head: headLines({
          seller,
          origin,
          head: page.head,
          canonical,
          hidden: screen.hidden || page.status !== 200,
          isEvent: facts !== undefined,
        }),
        jsonLd: facts && eventJsonLd({ ...facts, seller, origin, canonical }),
      }),
      headers: pageHeaders({
        scripts: [inline.script],
        styles: [inline.style],
        secure,
        loose: assets.changing,
        hidden: screen.hidden,
        ...(screen.route === "checkout"
          ? { payment: deps.takesCards(seller), captcha: seller.configuration.captcha }
          : { measured: seller.web.analytics !== undefined }),
      }),
    };
  };

  const makeOrSay = async (
    request: FastifyRequest,
    seller: Seller,
    path: string,
    screen: Screen,
  ): Promise<MadePage> => {
    try {
      return await make(seller, path, screen);
    } catch (error) {
      const status = error instanceof Error && "status" in error && error.status === 503 ? 503 : 500;
      request.log.error({ err: error, event: "page_failed" }, "a page could not be made");
      try {
        const said = await make(seller, path, {
          kind: "screen",
          route: "error-unexpected",
          status,
          params: {},
          search: "",
          hidden: true,
          secret: false,
        });
        return { ...said, status };
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
  const nothingHere = (reply: FastifyReply) =>
    sendPlain(reply, 404, plainPage("Oops! We could not find anything at this URL.", '<p><a href="/">Home</a></p>'));

  /** An address without a seller in front: with one seller it can only be meant for them. */
  const withoutSeller = async (reply: FastifyReply, path: string, search: string) => {
    const slugs = await deps.listSlugs();
    const only = slugs.length === 1 && slugs[0] !== undefined ? await deps.findSeller(slugs[0]) : undefined;
    if (!only) return nothingHere(reply);
    const to = (await assets.storefront()).unprefixed({
      seller: only,
      path,
      search,
      flags: deps.flagsOf(only.slug),
      environment: "production",
    });
    if (to === undefined && path !== "/") return nothingHere(reply);
    return reply.header("cache-control", "no-store").redirect(to ?? asked(`/${only.slug}`, search), 302);
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const [full, search] = split(request.url);
    const slug = full.split("/", 2)[1] ?? "";
    if (ours.has(slug)) return reply.callNotFound();
    const seller = await deps.findSeller(slug);
    if (!seller) return withoutSeller(reply, full, search);
    const path = full.slice(slug.length + 1) || "/";
    if (path === "/" && full.endsWith("/"))
      return reply.header("cache-control", "no-store").redirect(asked(`/${slug}`, search), 302);
    const decision = (await assets.storefront()).decide({
      seller,
      path,
      search,
      flags: deps.flagsOf(slug),
      environment: production ? "production" : "development",
    });
    if (decision.kind === "redirect") return reply.header("cache-control", "no-store").redirect(decision.to, 302);

    const page = await pages.get(asked(`/${slug}${path}`, decision.search), () =>
      makeOrSay(request, seller, path, decision),
    );
    reply.headers(page.headers).header("vary", "accept-encoding").header("etag", page.etag);
    // The page is kept for everybody, its address is not.
    if (decision.secret && !decision.hidden) reply.header("referrer-policy", "no-referrer");
    reply.header("cache-control", page.status >= 500 ? "no-store" : "public, max-age=0, must-revalidate");
    if (page.status === 503) reply.header("retry-after", "2");
    if (page.status === 200 && request.headers["if-none-match"] === page.etag) return reply.code(304).send();
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply
      .code(page.status)
      .type("text/html; charset=utf-8")
      .send(await page.as(encoding));
  };

  app.get("/", async (request, reply) => {
    const slugs = await deps.listSlugs();
    if (slugs.length === 1) return withoutSeller(reply, "/", split(request.url)[1]);
    if (production) return nothingHere(reply);
    const sellers = await Promise.all(slugs.slice(0, 200).map((slug) => deps.findSeller(slug)));
    return sendPlain(reply, 200, sellersPage(sellers.filter((seller) => seller !== undefined)));
  });
  app.get("/robots.txt", async (_, reply) =>
    reply.type("text/plain; charset=utf-8").send(robotsText(origin, await deps.listSlugs())),
  );
  app.get<{ Params: { slug: string } }>("/:slug/sitemap.xml", async (request, reply) => {
    const seller = await deps.findSeller(request.params.slug);
    if (!seller) return nothingHere(reply);
    return reply.type("application/xml; charset=utf-8").send(await sitemapOf(fetcher, origin, seller.slug));
  });
  installViolations(app);
  app.get("/:slug", show);
  app.get("/:slug/*", show);
  app.addHook("onClose", () => assets.close());
};
