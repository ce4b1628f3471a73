import type { SignInLimits } from "@foyer/contract/shop/settings/signInLimits.ts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { createDeskShop } from "../../../test/office/deskShop.ts";
import { pairedDevice } from "../../../test/office/testGate.ts";
import { createStaff, OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { pauseAt } from "../../db/faultPoints.ts";

let server: TestApp;
let shop: TestShop;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createDeskShop(server);
});
afterEach(() => pauseAt("till_left", undefined));

const set = (limits: SignInLimits, { seller_id }: TestShop = shop) =>
  server.runAsOwner(`update seller set configuration =
    jsonb_set(configuration, '{sign_ins}', '${JSON.stringify(limits)}') where id = '${seller_id}'`);
const unusedFor = (ago: string, { id }: { readonly id: string }) =>
  server.runAsOwner(`update staff_sign_in set seen_at = app_now() - interval '${ago}' where staff_id = '${id}'`);

type Clerk = Awaited<ReturnType<typeof signedIn>>;
const atTill = async (): Promise<Clerk> => {
  const clerk = await signedIn(server, shop, ["box_office"]);
  expect((await clerk.post("/till/open", { float: "0" })).status).toBe(200);
  return clerk;
};
/** Somebody who signed in on a paired device. */
const atDevice = async (): Promise<Clerk> => {
  const { browser } = await pairedDevice(server, shop);
  const clerk = await signedIn(server, shop, ["box_office"]);
  clerk.cookie = `${clerk.cookie}; ${browser.cookie}`;
  expect((await clerk.get("/board")).status).toBe(200);
  return clerk;
};
const atBoth = async (): Promise<Clerk> => {
  const clerk = await atDevice();
  expect((await clerk.post("/till/open", { float: "0" })).status).toBe(200);
  return clerk;
};
const elsewhere = () => signedIn(server, shop, ["box_office"]);
const places = { "a till": atTill, "a paired device": atDevice, both: atBoth, "neither of them": elsewhere };

describe("a sign-in that nobody uses", () => {
  test.each<[keyof typeof places, string, SignInLimits, number]>([
    ["a till", "15 minutes", { till_minutes: 15 }, 15],
    ["a till", "24 hours", { till_minutes: 1440 }, 1440],
    ["a till", "12 hours without a time", { device_minutes: 15 }, 720],
    ["a paired device", "30 minutes", { till_minutes: 15, device_minutes: 30 }, 30],
    ["a paired device", "12 hours without a time", { till_minutes: 15 }, 720],
    ["both", "the shorter time", { till_minutes: 45, device_minutes: 20 }, 20],
    ["both", "the shorter time, 12 hours being one", { device_minutes: 1440 }, 720],
    ["neither of them", "12 hours", { till_minutes: 15, device_minutes: 1440 }, 720],
  ])("ends at %s after %s", async (place, _, limits, minutes) => {
    await set(limits);
    const clerk = await places[place]();
    expect((await clerk.get("/me")).body.idle_minutes).toBe(minutes);
    await unusedFor(`${minutes * 60 - 5} seconds`, clerk.person);
    expect((await clerk.get("/board")).status).toBe(200);
    await unusedFor(`${minutes * 60 + 1} seconds`, clerk.person);
    expect((await clerk.get("/board")).status).toBe(401);
    expect((await clerk.get("/me")).status).toBe(401);
    expect((await clerk.post("/till/close", {})).status).toBe(401);
  });

  test("ends by the time that is set now, also for those who are signed in", async () => {
    await set({ till_minutes: 60 });
    const clerk = await atTill();
    await unusedFor("20 minutes", clerk.person);
    await set({ till_minutes: 15 });
    expect((await clerk.get("/board")).status).toBe(401);
  });

  test("ends for every seller and for one's own account by the time of the seller whose till it is", async () => {
    await set({ till_minutes: 15 });
    const other = await createDeskShop(server);
    const clerk = await atTill();
    await server.db
      .insertInto("staff_grant")
      .values({
        seller_id: other.seller_id,
        staff_id: clerk.person.id,
        role: "manager",
        granted_by: null,
        suspended_at: null,
      })
      .execute();
    const path = `/board?_seller=${other.slug}`;
    expect((await clerk.get(path)).status).toBe(200);
    await unusedFor("16 minutes", clerk.person);
    expect((await clerk.get(path)).status).toBe(401);
  });

  test("is kept as long as elsewhere once its till is closed", async () => {
    await set({ till_minutes: 15 });
    const clerk = await atTill();
    expect((await clerk.post("/till/count", { counts: [] })).status).toBe(200);
    expect((await clerk.post("/till/close", {})).status).toBe(200);
    await unusedFor("16 minutes", clerk.person);
    expect((await clerk.get("/me")).body.idle_minutes).toBe(720);
  });

  test("is at a till where somebody signs in again, and a colleague where a till is open", async () => {
    await set({ till_minutes: 15 });
    const clerk = await atTill();
    await unusedFor("16 minutes", clerk.person);
    const colleague = await createStaff(server.db, shop.seller_id, ["box_office"]);
    for (const person of [clerk.person, colleague]) {
      expect((await clerk.signIn(person)).status).toBe(200);
      expect((await clerk.get("/me")).body).toMatchObject({ id: person.id, idle_minutes: 15 });
    }
    // The first clerk closes their till in another browser, so no sign-in is at it any more.
    const office = new OfficeBrowser(server, shop.slug);
    await office.signIn(clerk.person);
    expect((await office.get("/me")).body.idle_minutes).toBe(720);
    await office.post("/till/count", { counts: [] });
    expect((await office.get("/me")).body.idle_minutes).toBe(15);
    await office.post("/till/close", {});
    for (const browser of [office, clerk]) expect((await browser.get("/me")).body.idle_minutes).toBe(720);
  });

  test("is not at a till that is closed while its person looks at it", async () => {
    await set({ till_minutes: 15 });
    const clerk = await atTill();
    const office = new OfficeBrowser(server, shop.slug);
    await office.signIn(clerk.person);
    await clerk.post("/till/count", { counts: [] });
    const look = startAtPause(server.db, "till_left", () => office.get("/till"));
    expect((await clerk.post("/till/close", {})).status).toBe(200);
    expect((await look())?.status).toBe(200);
    expect((await office.get("/me")).body.idle_minutes).toBe(720);
  });

  test("is not at a device whose pairing has ended", async () => {
    await set({ device_minutes: 15 });
    const { id, browser } = await pairedDevice(server, shop);
    await server.runAsOwner(`set app.seller = '*'; update scan_device set ended_at = app_now() where id = '${id}'`);
    const clerk = await elsewhere();
    clerk.cookie = `${clerk.cookie}; ${browser.cookie}`;
    await clerk.get("/board");
    expect((await clerk.get("/me")).body.idle_minutes).toBe(720);
  });
});
