import { beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { openEditing } from "../../../test/office/catalogueShop.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let clerk: Awaited<ReturnType<typeof signedIn>>;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  ({ shop } = await openEditing(server));
  clerk = await signedIn(server, shop, ["box_office"]);
});

const session = (): string => shop.event.sessions[0]?.id ?? "";
const write = (by: typeof clerk, note: string, was?: string | null) =>
  by.post(`/catalogue/events/visit/sessions/${session()}/note`, { note, was });
const noteNow = async (): Promise<string | null> =>
  (
    await server.db
      .selectFrom("event_session")
      .select("note")
      .where("seller_id", "=", shop.seller_id)
      .where("id", "=", session())
      .executeTakeFirstOrThrow()
  ).note;

describe("a note on a session", () => {
  test("that a colleague has saved meanwhile is not replaced; the refusal says who wrote what", async () => {
    const colleague = await signedIn(server, shop, ["manager"], { name: "Mo Manager" });
    expect((await write(colleague, "The lift is broken", null)).status).toBe(200);
    expect((await clerk.post(`/sessions/${session()}/close`)).status).toBe(200);
    const { status, body } = await write(clerk, "A school comes", null);
    expect(status).toBe(409);
    expect(body._data[0]).toMatchObject({
      _code: "stale_version",
      _extra: {
        note: "The lift is broken",
        changed_by: "Mo Manager",
        change: "session.noted",
        changed_fields: ["note"],
      },
    });
    expect(await noteNow()).toBe("The lift is broken");
    expect((await write(clerk, "The lift is broken; a school comes", "The lift is broken")).status).toBe(200);
    expect(await noteNow()).toBe("The lift is broken; a school comes");
  });

  test("of two that are saved at the same moment is one, and the other is refused", async () => {
    const notes = ["One", "Two", "Three", "Four"];
    const replies = await Promise.all(notes.map((note) => write(clerk, note, null)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await noteNow()).toBe(notes[replies.findIndex(({ status }) => status === 200)]);
  });
});
