import { afterAll, beforeAll, expect, test } from "vitest";
import type { DevelopmentHome, StorefrontBundle } from "@foyer/contract/page.ts";
import { demoKit, demoTours } from "@foyer/demo/tour.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { loadDemo } from "../../catalogue/apply/loadDemo.ts";
import { Connections } from "../../db/connections.ts";
import { sellerFinder, slugLister } from "../../http/sellerFinder.ts";
import { renderDevelopmentHome } from "./developmentHome.ts";

let connections: Connections;
beforeAll(async () => {
  connections = new Connections((await cloneDatabase()).app);
  await loadDemo(connections, Temporal.Instant.from("2026-11-21T12:00:00Z"));
}, 60_000);
afterAll(() => connections.close());

/** The page's model, and the document around it. */
const render = async (tours: Parameters<typeof renderDevelopmentHome>[0]["guide"]["tours"]) => {
  const db = connections.acrossSellers();
  const sellers = await Promise.all((await slugLister(db)()).map((slug) => sellerFinder(db, 0)(slug)));
  let model: DevelopmentHome | undefined;
  const storefront: Pick<StorefrontBundle, "fonts" | "renderDevelopmentHome"> = {
    fonts: () => ({ css: "", preload: [], display: "serif", text: "sans-serif" }),
    renderDevelopmentHome: async (home) => {
      model = home;
      return { html: "<main></main>", sources: [] };
    },
  };
  const page = await renderDevelopmentHome(
    {
      db,
      guide: { tours, kit: demoKit },
      assets: {
        isDevServer: false,
        storefront: async () => storefront as StorefrontBundle,
        filesFor: async () => ({ scripts: [], preload: [], styles: [] }),
        close: async () => undefined,
      },
    },
    sellers.filter((seller) => seller !== undefined),
  );
  if (!model) throw new Error("The page was not rendered.");
  return { model, page };
};

test("lists the demo sellers in the tour's order, each with every stop and a picture", async () => {
  const { model } = await render(demoTours);
  expect(model.sellers.map(({ slug, links, image }) => [slug, links.length, typeof image])).toEqual(
    Object.entries(demoTours).map(([slug, { stops }]) => [slug, stops.length, "string"]),
  );
  expect(model.kit).toBe(demoKit);
});

test("links a seller without a tour to its listing and leaves the kit out", async () => {
  const { model } = await render({});
  expect(model.sellers.map(({ links }) => links.map(({ href }) => href))).toContainEqual(["/harbor/events"]);
  expect(model.kit).toEqual([]);
});

test("gives each card its seller's own colours and allows no script but its own", async () => {
  const { page } = await render(demoTours);
  expect(page.html).toContain('[data-seller="kiwa"]{--card-paper:');
  expect(page.headers["content-security-policy"]).toMatch(/default-src 'none'; .*script-src 'sha256-[^']+'; /);
});
