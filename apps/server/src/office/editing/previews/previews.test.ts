import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { maxPreviews } from "@foyer/contract/office/catalogue/previews.ts";
import { letCachesExpire } from "../../../../test/app/letCachesExpire.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { moveClock } from "../../../../test/database/moveClock.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import {
  editChapter,
  editType,
  importText,
  openEditing,
  priceOf,
  quayCatalogue,
  refusal,
  type Loose,
  type Manager,
} from "../../../../test/office/catalogueShop.ts";
import { openPreviewOf } from "../../../../test/office/previews.ts";
import { auditOf, signedIn } from "../../../../test/office/testStaff.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
let hours = 0;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  moveClock(server.connections, () => `${hours} hours`);
});
beforeEach(async () => {
  hours = 0;
  ({ shop, manager } = await openEditing(server));
});

const openPreviews = async (who = manager) => (await who.get("/catalogue/previews")).body.previews;
const withCapacity = (capacity: number) => (event: Loose) => ({
  ...event,
  schedules: (event["schedules"] as Loose[]).map((schedule) => ({ ...schedule, capacity })),
});

describe("a preview", () => {
  test("is the storefront with the drafts, at a secret address, for a day", async () => {
    await editType(manager, "general/adult", { price: "24" });
    const { slug, shop: preview, body } = await openPreviewOf(server, manager);
    expect(slug).toMatch(new RegExp(`^${shop.slug}--p-[a-z2-7]{26}$`));
    expect(body).toMatchObject({
      drafts: 1,
      is_new: true,
      preview: { address: `http://localhost/${slug}`, is_own: true, opened_by: manager.person.name },
    });
    const { opened_at, ends_at } = body.preview;
    expect(Temporal.Instant.from(ends_at).since(Temporal.Instant.from(opened_at)).round("minute").total("hours")).toBe(
      24,
    );
    expect([await priceOf(server, preview), await priceOf(server, shop)]).toEqual([2400, 2000]);
    const bought = await new TestBuyer(server, preview).buy(2);
    expect([bought.status, bought.body.outcome]).toEqual([200, "completed"]);
    expect(await openPreviews()).toEqual([body.preview]);
  });

  test("has another address each time, and none but the right one opens it", async () => {
    const { slug } = await openPreviewOf(server, manager);
    const other = await signedIn(server, shop, ["owner"]);
    expect((await openPreviewOf(server, other)).slug).not.toBe(slug);
    const visit = (address: string) => server.get(address, "/api/my/user");
    expect((await visit(slug)).status).toBe(200);
    const wrong = `${slug.slice(0, -1)}${slug.endsWith("a") ? "b" : "a"}`;
    for (const address of [wrong, slug.slice(0, -1), `${shop.slug}--p`])
      expect((await visit(address)).status).toBe(404);
  });

  test("is over after 24 hours, and at once when somebody ends it", async () => {
    const first = await openPreviewOf(server, manager);
    const status = async (slug: string) => {
      letCachesExpire();
      return (await server.get(slug, "/api/my/user")).status;
    };
    hours = 23;
    expect(await status(first.slug)).toBe(200);
    hours = 25;
    expect(await status(first.slug)).toBe(404);
    hours = 0;
    expect(await status(first.slug)).toBe(200);
    const colleague = await signedIn(server, shop, ["manager"]);
    expect((await colleague.post(`/catalogue/previews/${first.id}/end`)).status).toBe(200);
    expect([await status(first.slug), await openPreviews()]).toEqual([404, []]);
    expect(refusal(await manager.post(`/catalogue/previews/${first.id}/end`))).toMatchObject({ status: 404 });
  });

  test("of another seller is not found", async () => {
    const { id } = await openPreviewOf(server, manager);
    const other = await openEditing(server);
    expect(await openPreviews(other.manager)).toEqual([]);
    expect((await other.manager.post(`/catalogue/previews/${id}/end`)).status).toBe(404);
    expect((await openPreviews()).length).toBe(1);
    const stranger = await signedIn(server, other.shop, ["owner"]);
    expect((await stranger.get(`/catalogue/previews/${id}/purchases`)).status).toBe(404);
  });

  test("is in the audit log without its address", async () => {
    const { id, slug } = await openPreviewOf(server, manager);
    await manager.post(`/catalogue/previews/${id}/end`);
    const entries = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action.includes("preview"));
    expect(entries.map(({ action }) => action).toSorted()).toEqual(["catalogue.preview_ended", "catalogue.previewed"]);
    expect(JSON.stringify(entries)).not.toContain(slug);
  });
});

describe("refreshing", () => {
  test("puts the current drafts into the same preview, and keeps its purchases", async () => {
    const first = await openPreviewOf(server, manager);
    await new TestBuyer(server, first.shop).buy(2);
    await editType(manager, "general/adult", { price: "31" });
    hours = 2;
    const second = await openPreviewOf(server, manager);
    expect([second.id, second.slug, second.body.is_new]).toEqual([first.id, first.slug, false]);
    expect(second.body.preview.ends_at).toBe(first.body.preview.ends_at);
    expect(await priceOf(server, second.shop)).toBe(3100);
    const orders = await server.db.selectFrom("ticket_order").select("id").where("seller_id", "=", first.id).execute();
    expect(orders.length).toBe(1);
  });

  test("opens a new preview if its purchases prevent the drafts", async () => {
    const first = await openPreviewOf(server, manager);
    await new TestBuyer(server, first.shop).buy(6);
    await editChapter(manager, "event/visit", withCapacity(4));
    const second = await openPreviewOf(server, manager);
    expect([second.body.is_new, second.slug === first.slug]).toEqual([true, false]);
    expect((await openPreviews()).map(({ id }: { id: string }) => id)).toEqual([second.id]);
  });
});

describe("drafts that cannot be published", () => {
  test("with errors are refused with them", async () => {
    await editType(manager, "general/adult", { price: "ten" });
    expect(refusal(await manager.post("/catalogue/previews"))).toMatchObject({
      status: 422,
      _code: "validation_failed",
      _extra: { errors: [{ chapter: "event/visit", path: "groups[0].types[0].price" }] },
    });
    expect(await openPreviews()).toEqual([]);
  });

  test("that conflict with a published change are refused like publishing", async () => {
    await editType(manager, "general/adult", { price: "24" });
    const file = quayCatalogue(shop.slug).replace("price: 20,", "price: 22,");
    await importText(server.connections, file);
    expect(refusal(await manager.post("/catalogue/previews"))).toMatchObject({
      status: 409,
      _code: "publish_conflict",
    });
    expect(await openPreviews()).toEqual([]);
  });
});

describe("how many are open", () => {
  test("is limited per seller, and to one per person", async () => {
    const people = await Promise.all(Array.from({ length: maxPreviews }, () => signedIn(server, shop, ["manager"])));
    for (const who of people) await openPreviewOf(server, who);
    for (const who of people.slice(0, 2)) await openPreviewOf(server, who);
    expect((await openPreviews()).length).toBe(maxPreviews);
    expect(refusal(await manager.post("/catalogue/previews"))).toMatchObject({
      status: 422,
      _extra: { fields: ["preview"] },
    });
  });

  test("is limited too for somebody who repeatedly opens and ends them", async () => {
    for (let nth = 0; nth < 2 * maxPreviews; nth++) {
      const { id } = await openPreviewOf(server, manager);
      await manager.post(`/catalogue/previews/${id}/end`);
    }
    expect(refusal(await manager.post("/catalogue/previews"))).toMatchObject({ status: 422 });
  });

  test("holds for two who open one at the same moment", async () => {
    const people = await Promise.all(Array.from({ length: maxPreviews }, () => signedIn(server, shop, ["manager"])));
    for (const who of people.slice(1)) await openPreviewOf(server, who);
    const late = startAtPause(server.db, "previews_counted", () => manager.post("/catalogue/previews"));
    const first = await people[0]?.post("/catalogue/previews");
    expect([first?.status, (await late())?.status]).toEqual([200, 422]);
    expect((await openPreviews()).length).toBe(maxPreviews);
  });
});

test("the steps of a purchase come from its rows", async () => {
  const owner = await signedIn(server, shop, ["owner"]);
  const { id, shop: preview } = await openPreviewOf(server, owner);
  const steps = async () => {
    const { body } = await owner.get(`/catalogue/previews/${id}/purchases`);
    const [newest] = body.purchases;
    return newest?.steps.map(({ step, state }: { step: string; state: string }) => `${step} ${state}`);
  };
  expect(await steps()).toBeUndefined();
  const buyer = new TestBuyer(server, preview);
  const cart = await buyer.hold(2);
  expect(await steps()).toEqual(["held done", "details waiting", "payment waiting", "order waiting", "email waiting"]);
  await buyer.savePurchaser(cart);
  expect((await steps())?.[1]).toBe("details done");
  await buyer.pay(cart, cards.declined);
  expect((await steps())?.[2]).toBe("payment failed");
  await buyer.pay(cart, cards.good);
  expect((await steps())?.slice(2)).toEqual(["payment done", "order waiting", "email waiting"]);
  await buyer.checkOut(cart);
  expect(await steps()).toEqual(["held done", "details done", "payment done", "order done", "email done"]);
  expect((await owner.get(`/catalogue/previews/${id}/purchases`)).body.purchases[0].steps[4].detail).toContain(
    "tickets",
  );
});
