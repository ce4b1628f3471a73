import { expect, test } from "vitest";
import { workerShop } from "../support/workerShop.ts";
import { newVisitor } from "../support/visitor.ts";

const { origin } = workerShop();

test("listing and events show names, dates and prices without scripts", async () => {
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto("/harbor/events");
  const link = page.getByRole("main").getByRole("link", { name: "Museum Admission", exact: true });
  await link.click();
  await page.waitForURL(/\/harbor\/events\/[\w-]+$/);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Museum Admission");
  const days = page.getByRole("radiogroup", { name: "Choose a date" }).getByRole("radio");
  expect(await days.count()).toBeGreaterThan(3);
  expect(await days.first().innerText()).toMatch(/from \$\d+/);
  expect(await page.getByText("The Customs House").isVisible()).toBe(true);

  expect(await page.title()).toMatch(/^Museum Admission – /);
  const meta = (selector: string, attribute: string) => page.locator(selector).getAttribute(attribute);
  expect(await meta('link[rel="canonical"]', "href")).toBe(page.url());
  expect(await meta('meta[name="description"]', "content")).toContain("Five floors, one ticket.");
  expect(await meta('meta[property="og:title"]', "content")).toContain("Museum Admission");
  const picture = await meta('meta[property="og:image"]', "content");
  expect((await page.request.get(picture ?? "")).headers()["content-type"]).toMatch(/^image\//);

  await page.getByRole("link", { name: "Harbor Museum of Art, home" }).click();
  await page.waitForURL(/\/harbor\/events$/);
});

test("an event page has structured data", async () => {
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto("/harbor/events");
  await page.getByRole("main").getByRole("link", { name: "Salt & Light", exact: true }).click();
  const jsonLd = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
  expect(jsonLd).toMatchObject({
    "@context": "https://schema.org",
    "@type": "ExhibitionEvent",
    name: "Salt & Light",
    location: { "@type": "Place", name: "The Customs House" },
    offers: { priceCurrency: "USD" },
  });
  expect(Temporal.Instant.from(jsonLd.startDate).epochMilliseconds).toBeLessThanOrEqual(
    Temporal.Instant.from(jsonLd.endDate).epochMilliseconds,
  );
});

test("the sitemap lists every public event, and each address works", async () => {
  const page = await newVisitor({ javaScriptEnabled: false });
  const robots = await (await page.request.get("/robots.txt")).text();
  for (const seller of ["harbor", "larkfield", "opal", "kiwa"])
    expect(robots).toContain(`${origin}/${seller}/sitemap.xml`);
  const xml = await (await page.request.get("/harbor/sitemap.xml")).text();
  const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
  expect(listed.length).toBeGreaterThan(5);
  await page.goto("/harbor/events");
  const linked = await page
    .getByRole("article")
    .filter({ hasNotText: "Members only" })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href.replace(/[?].*/, "")));
  for (const address of linked) expect(listed).toContain(address);
  for (const address of listed) expect((await page.request.get(address)).status(), address).toBe(200);
});

test("an unknown address answers 404 with a page", async () => {
  const page = await newVisitor({ javaScriptEnabled: false, expectedRefusals: /no-such-page$/ });
  const answer = await page.goto("/harbor/no-such-page");
  expect(answer?.status()).toBe(404);
  await page.getByText("Oops! We could not find anything at this URL.").waitFor();
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toContain("noindex");
});
