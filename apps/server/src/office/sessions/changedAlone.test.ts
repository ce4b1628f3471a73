import { beforeEach, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { editChapter, openEditing, type Loose, type Manager } from "../../../test/office/catalogueShop.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});

const change = (session_id: string, to: object) =>
  manager.post("/catalogue/events/visit/sessions/change", {
    session_ids: [session_id],
    change: to,
    reason: "A school comes",
    expected: { orders: 0 },
  });

test("a session that was changed by itself is marked however the list is sorted", async () => {
  const second = shop.event.sessions[1]?.id ?? "";
  expect((await change(second, { capacity: 12 })).status).toBe(200);
  for (const sort of ["session", "-session", "taken", "-taken"]) {
    const { body } = await manager.get(`/catalogue/events/visit/sessions?sort=${sort}`);
    const marked = body.sessions.filter(({ is_changed }: { is_changed: boolean }) => is_changed);
    expect([sort, marked.map(({ id }: { id: string }) => id)]).toEqual([sort, [second]]);
  }
});

test("a change of a session is a doubt where its week has no such session any more, until its day has passed", async () => {
  const { id, local_day: day } = shop.session;
  expect((await change(id, { capacity: 12 })).status).toBe(200);
  const doubtsAt = async (start: string): Promise<string[]> => {
    await editChapter(manager, "event/visit", (event) => ({
      ...event,
      schedules: (event["schedules"] as Loose[]).map((schedule) => ({
        ...schedule,
        changed: [
          ...(schedule["changed"] as Loose[]).filter(({ days }) => days === day),
          { days: "2020-03-02", time: { from: "08:00", until: "08:01" }, capacity: 1 },
        ],
        weekly: [{ on: "daily", at: [start, "14:00"], minutes: 45 }],
      })),
    }));
    const { body } = await manager.get("/catalogue/plan");
    return body.doubts.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`);
  };
  expect(await doubtsAt("10:30")).toEqual([
    `schedules[0].changed[0] applies to no session: its week has none on ${day} from 10:00, or an earlier change applies`,
  ]);
  expect(await doubtsAt("10:00")).toEqual([]);
});
