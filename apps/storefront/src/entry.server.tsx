import { dehydrate, QueryClientProvider } from "@tanstack/react-query";
import { AsyncLocalStorage } from "node:async_hooks";
import { renderToString } from "react-dom/server";
import type { Boot } from "@foyer/contract/boot.ts";
import type { PageAddress, PageDecision, PageHead, Storefront } from "@foyer/contract/page.ts";
import { fontFaceCss, fontFile, fontStack } from "@foyer/ui/fontFaceCss.ts";
import { fontUrl } from "@foyer/ui/fontUrls.ts";
import { callOn, type Line } from "./api/call.ts";
import { App } from "./App.tsx";
import { addressOf, isSecret, passGuards } from "./routes/guards.ts";
import { readsOf } from "./routes/reads.ts";
import { redirectOf } from "./routes/redirects.ts";
import { matchRoute, routeNamed, type Route } from "./routes/routes.ts";
import { NothingHere, type Place } from "./routes/screen.ts";
import { loadScreen } from "./routes/screens.ts";
import { AnswersProvider } from "./shared/answers.tsx";
import { newQueryClient } from "./shared/queryClient.ts";
import { framePart } from "./shell/parts.ts";

const lines = new AsyncLocalStorage<Line>();
callOn(() => {
  const line = lines.getStore();
  if (!line) throw new Error("a call was made outside a render");
  return line;
});

const notFound = "error-not-found";

/** The part of a query that a route's screen reads, sorted: what else stands in an address changes nothing. */
const readBy = ({ name: route }: Route, search: URLSearchParams): string => {
  const reads = readsOf[route] ?? [];
  const read = new URLSearchParams(
    [...search].filter(([name]) => reads.includes(name)).map(([name, value]) => [name, value.slice(0, 400)]),
  );
  read.sort();
  return read.toString();
};

const decide = ({ seller, path, search, flags, environment }: PageAddress): PageDecision => {
  const shop = { seller, environment, flags };
  const base = `/${seller.slug}`;
  const query = new URLSearchParams(search);
  const { route, params } = matchRoute(path.length > 1 ? path.replace(/\/+$/, "") || "/" : path, shop);
  const { to } = passGuards({ path, search: query, route: route.name, shop, hasPrefix: true, member: null });
  if (to !== undefined) return { kind: "redirect", to: addressOf(to, base) };
  const elsewhere = redirectOf(route.name, params, shop);
  if (elsewhere !== undefined)
    return {
      kind: "redirect",
      to: addressOf(search === "" ? elsewhere : `${elsewhere}${elsewhere.includes("?") ? "&" : "?"}${search}`, base),
    };
  return {
    kind: "screen",
    route: route.name,
    status: route.name === notFound ? 404 : 200,
    params,
    search: readBy(route, query),
    hidden: route.hidden ?? false,
    secret: [...query.keys()].some(isSecret),
  };
};

const unprefixed: Storefront["unprefixed"] = ({ seller, path, search, environment }) => {
  const shop = { seller, environment };
  // No route of ours: the address is an error's, so its slash is kept for the prefix guard to see.
  const { to } = passGuards({
    path,
    search: new URLSearchParams(search),
    route: notFound,
    shop,
    hasPrefix: false,
    member: null,
  });
  return seller.web.redirects?.require_seller_prefix && to !== undefined ? addressOf(to, `/${seller.slug}`) : undefined;
};

const render: Storefront["render"] = (bootWithout, decision, path, fetcher) =>
  lines.run({ seller: bootWithout.seller.slug, fetcher }, async () => {
    const client = newQueryClient();
    const show = async (route: Route, params: Place["params"], status: number) => {
      const screen = await loadScreen(route);
      const place: Place = { boot: bootWithout, client, params, search: new URLSearchParams(decision.search) };
      const { prepare, head: headOf } = (await screen.arrival?.()) ?? screen;
      const parts = (await prepare?.(place)) ?? [];
      const head: PageHead = headOf?.(place) ?? {};
      const asleep = screen.sleeping !== undefined && parts.length === 0;
      await Promise.all([framePart, ...(screen.sleeping ?? [])].map((part) => part.load()));
      const shown: Boot["shown"] = {
        route: route.name,
        path,
        search: decision.search,
        params: { ...params },
        ...(parts.length > 0 && { parts: [...parts] }),
        ...(asleep && { asleep }),
      };
      const html = renderToString(
        <QueryClientProvider client={client}>
          <AnswersProvider answer={(key) => client.getQueryData(key)}>
            <App boot={{ ...bootWithout, shown }} />
          </AnswersProvider>
        </QueryClientProvider>,
      );
      const sources = [route.source, ...parts];
      const page = { status, html, head, queries: dehydrate(client), shown };
      if (!asleep) return { ...page, sources: [...sources, ...framePart.sources], asleep: [] };
      return { ...page, sources, asleep: [framePart, ...(screen.sleeping ?? [])].flatMap((part) => part.sources) };
    };
    try {
      return await show(routeNamed(decision.route), decision.params, decision.status);
    } catch (error) {
      if (!(error instanceof NothingHere)) throw error;
      return await show(routeNamed(notFound), {}, 404);
    } finally {
      client.clear();
    }
  });

const fonts: Storefront["fonts"] = ({ display_face: display = "Instrument Sans", text_face: text = "Figtree" }) => ({
  css: fontFaceCss(display, "display", fontUrl) + fontFaceCss(text, "text", fontUrl),
  preload: [fontUrl(fontFile(text, "text")), fontUrl(fontFile(display, "display"))],
  display: fontStack(display, "display"),
  text: fontStack(text, "text"),
});

export const storefront: Storefront = { decide, unprefixed, render, fonts };
