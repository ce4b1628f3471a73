import { dehydrate, QueryClientProvider } from "@tanstack/react-query";
import { AsyncLocalStorage } from "node:async_hooks";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { BootData } from "@foyer/contract/boot.ts";
import type { PageRequest, PageDecision, PageHead, PageScreen, StorefrontBundle } from "@foyer/contract/page.ts";
import { fontFaceCss, fontFile, fontStack } from "@foyer/ui/fontFaceCss.ts";
import { fontUrl } from "@foyer/ui/fontUrls.ts";
import { setTransportResolver, type ApiTransport } from "./api/call.ts";
import { App } from "./App.tsx";
import { withBase, isSecretParameter, runGuards } from "./routes/guards/guards.ts";
import { pageSearch } from "./routes/pageSearch.ts";
import { sellerRedirect } from "./routes/redirects.ts";
import { matchRoute, routeNamed } from "./routes/routes.ts";
import { sharedPath } from "./routes/sharedPath.ts";
import { notFoundPath } from "@foyer/contract/pagePlaceholders.ts";
import type { ScreenRoute } from "./routes/route.ts";
import { NotFoundError, type ScreenContext } from "./routes/screen.ts";
import { loadScreen } from "./routes/loadScreen.ts";
import { InitialDataProvider } from "./shared/queries/initialData.tsx";
import { createQueryClient } from "./shared/queries/queryClient.ts";
import { addQuery } from "./shared/url/addQuery.ts";
import { lazyPageFrame } from "./shell/frame/lazyPageFrame.ts";

const transports = new AsyncLocalStorage<ApiTransport>();
setTransportResolver(() => {
  const transport = transports.getStore();
  if (!transport) throw new Error("a call was made outside a render");
  return transport;
});

const notFoundRoute = "error-not-found";

/** The server renders the same page for everybody. */
const anonymous = { member: null, isLoggedIn: false } as const;

const decide = ({ seller, path, search, flags, environment }: PageRequest): PageDecision => {
  const shop = { seller, environment, flags };
  const base = `/${seller.slug}`;
  const query = new URLSearchParams(search);
  const match = matchRoute(path.length > 1 ? path.replace(/\/+$/, "") || "/" : path, shop);
  const { route, params } = match;
  const { to } = runGuards({ path, search: query, route: route.name, shop, hasPrefix: true, ...anonymous });
  if (to !== undefined) return { kind: "redirect", to: withBase(to, base) };
  const redirect = sellerRedirect(route.name, params, shop);
  if (redirect !== undefined) return { kind: "redirect", to: withBase(addQuery(redirect, search), base) };
  return {
    kind: "screen",
    route: route.name,
    status: route.name === notFoundRoute ? 404 : 200,
    ...sharedPath(path, match, shop),
    search: pageSearch(route.name, query),
    hidden: route.hidden ?? false,
    secret: [...query.keys()].some(isSecretParameter),
  };
};

const unprefixed: StorefrontBundle["resolveUnprefixed"] = ({ seller, path, search, environment }) => {
  const shop = { seller, environment };
  // This is not one of our routes: the trailing slash is kept for the prefix guard.
  const { to } = runGuards({
    path,
    search: new URLSearchParams(search),
    route: notFoundRoute,
    shop,
    hasPrefix: false,
    ...anonymous,
  });
  return seller.web.redirects?.require_seller_prefix && to !== undefined ? withBase(to, `/${seller.slug}`) : undefined;
};

const notFoundScreen: PageScreen = {
  kind: "screen",
  route: notFoundRoute,
  status: 404,
  path: notFoundPath,
  params: {},
  search: "",
  hidden: true,
  secret: false,
};

const replaceUnknown: StorefrontBundle["replaceUnknown"] = (boot, decision, fetcher) =>
  transports.run({ seller: boot.seller.slug, fetcher }, async () => {
    const screen = await loadScreen(routeNamed(decision.route));
    const loader = (await screen.loader?.()) ?? screen;
    if (!loader.replaceUnknown) return decision;
    const client = createQueryClient();
    const { params, secret } = decision;
    try {
      const known = await loader.replaceUnknown({ boot, client, params, search: new URLSearchParams(decision.search) });
      known.sort();
      return { ...decision, search: known.toString() };
    } catch (error) {
      // Any other failure occurs again during rendering, which shows it.
      return error instanceof NotFoundError ? { ...notFoundScreen, secret } : decision;
    } finally {
      client.clear();
    }
  });

const render: StorefrontBundle["render"] = (bootWithoutView, decision, fetcher) =>
  transports.run({ seller: bootWithoutView.seller.slug, fetcher }, async () => {
    const client = createQueryClient();
    const show = async (route: ScreenRoute, params: ScreenContext["params"], status: number) => {
      const screen = await loadScreen(route);
      const context: ScreenContext = {
        boot: bootWithoutView,
        client,
        params,
        search: new URLSearchParams(decision.search),
      };
      const { prepare, head: headOf } = (await screen.loader?.()) ?? screen;
      const lazySources = (await prepare?.(context)) ?? [];
      const head: PageHead = headOf?.(context) ?? {};
      const isDeferred = screen.staticParts !== undefined && lazySources.length === 0;
      await Promise.all([lazyPageFrame, ...(screen.staticParts ?? [])].map((part) => part.load()));
      const shown: BootData["shown"] = {
        route: route.name,
        path: decision.path,
        search: decision.search,
        params: { ...params },
        ...(lazySources.length > 0 && { lazyComponents: [...lazySources] }),
        ...(isDeferred && { deferHydration: isDeferred }),
      };
      const html = renderToString(
        <QueryClientProvider client={client}>
          <InitialDataProvider answer={(key) => client.getQueryData(key)}>
            <App boot={{ ...bootWithoutView, shown }} />
          </InitialDataProvider>
        </QueryClientProvider>,
      );
      const sources = [route.source, ...lazySources];
      const page = { status, html, head, queries: dehydrate(client), shown };
      if (!isDeferred) return { ...page, sources: [...sources, ...lazyPageFrame.sources], deferredSources: [] };
      return {
        ...page,
        sources,
        deferredSources: [lazyPageFrame, ...(screen.staticParts ?? [])].flatMap((part) => part.sources),
      };
    };
    try {
      return await show(routeNamed(decision.route), decision.params, decision.status);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      return await show(routeNamed(notFoundRoute), {}, 404);
    } finally {
      client.clear();
    }
  });

const fonts: StorefrontBundle["fonts"] = ({
  display_face: display = "Instrument Sans",
  text_face: text = "Figtree",
}) => ({
  css: fontFaceCss(display, "display", fontUrl) + fontFaceCss(text, "text", fontUrl),
  preload: [fontUrl(fontFile(text, "text")), fontUrl(fontFile(display, "display"))],
  display: fontStack(display, "display"),
  text: fontStack(text, "text"),
});

const renderDevelopmentHome: StorefrontBundle["renderDevelopmentHome"] = async (home) => {
  const { DevelopmentHomePage } = await import("./routes/development/DevelopmentHomePage.tsx");
  return {
    html: renderToStaticMarkup(<DevelopmentHomePage {...home} />),
    sources: ["src/routes/development/DevelopmentHomePage.tsx"],
  };
};

export const storefront: StorefrontBundle = {
  resolveRoute: decide,
  resolveUnprefixed: unprefixed,
  replaceUnknown,
  render,
  fonts,
  renderDevelopmentHome,
};
