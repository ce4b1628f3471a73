import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { importSources, type ImportOptions } from "../../src/catalogue/apply/importCatalogue.ts";
import { parseCatalogue } from "../../src/catalogue/format/readCatalogue.ts";
import { recordRevision } from "../../src/catalogue/revisions/recordRevision.ts";
import type { Connections } from "../../src/db/connections.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { signedIn, type OfficeBrowser } from "./testStaff.ts";

/** A seller with a visit in two types, a talk, a code and a discount. Tests edit its text as a person would. */
export const quayCatalogue = (slug: string): string => `
seller: { slug: ${slug}, name: Quay Museum, currency: USD, timezone: America/New_York }
venues:
  quay: { name: Quay House, timezone: America/New_York, address: 1 Quay Road }
events:
  - key: visit
    name: General Admission
    category: Admission
    groups:
      - key: general
        name: General admission
        max_tickets_per_order: 10
        types:
          - { key: adult, name: Adult, price: 20, fees: { fixed: 1.50 } }
          - { key: child, name: Child, price: 10 }
    schedules:
      - from: today+1d
        until: today+3d
        capacity: 20
        weekly: [{ on: daily, at: ["10:00", "14:00"], minutes: 60 }]
  - key: talk
    name: Evening Talk
    groups:
      - key: seats
        name: Seats
        types: [{ key: seat, name: Seat, price: 5 }]
    sessions: [{ date: today+2d, at: "19:00", ends: "20:30", capacity: 5 }]
codes:
  - { key: press, name: Press, codes: [{ code: PRESS }] }
discounts:
  - { key: press, name: Press, codes: [press], percent: 50 }
`;

/** Imports a catalogue as the command line does. */
export const importText = (
  connections: Connections,
  text: string,
  options: Omit<Partial<ImportOptions>, "trustsImages"> = {},
) =>
  importSources(connections, parseCatalogue(text, { file: "quay.yaml", folder: "/nonexistent" }), {
    now: Temporal.Now.instant(),
    ...options,
  });

/** A seller imported from a catalogue, as a shop whose tickets can be bought. */
export const createCatalogueShop = async (server: TestApp, catalogue = quayCatalogue): Promise<TestShop> => {
  const slug = `q${randomBytes(6).toString("hex")}`;
  await importText(server.connections, catalogue(slug));
  return shopOf(server, slug);
};

/** The rows of a seller's first event, in the form that tests of shops use. */
export const shopOf = async ({ db }: TestApp, slug: string): Promise<TestShop> => {
  const seller = await db
    .selectFrom("seller")
    .select(["id", "timezone"])
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  const of = <T extends "event_template" | "venue">(table: T) =>
    db
      .selectFrom(table as "venue")
      .select("id")
      .where("seller_id", "=", seller.id);
  const event = await db
    .selectFrom("event_template")
    .select("id")
    .where("seller_id", "=", seller.id)
    .orderBy("rank")
    .executeTakeFirstOrThrow();
  const venue = await of("venue").executeTakeFirstOrThrow();
  const groups = await db
    .selectFrom("ticket_group")
    .select(["id", "name"])
    .where("seller_id", "=", seller.id)
    .where("event_template_id", "=", event.id)
    .orderBy("rank")
    .execute();
  const types = await db
    .selectFrom("ticket_type")
    .select(["id", "name", "currency_amount", "ticket_group_id"])
    .where("seller_id", "=", seller.id)
    .orderBy("rank")
    .execute();
  const sessions = await db
    .selectFrom("event_session")
    .select(["id", "start_datetime", "local_day", "local_start"])
    .where("seller_id", "=", seller.id)
    .where("event_template_id", "=", event.id)
    .orderBy("start_datetime")
    .execute();
  const withTypes = groups.map((group) => ({
    ...group,
    types: types.filter((type) => type.ticket_group_id === group.id),
  }));
  const [session] = sessions;
  const [group] = withTypes;
  const [type] = group?.types ?? [];
  if (!session || !group || !type) throw new Error("The catalogue has no session, group or type.");
  return {
    seller_id: seller.id,
    slug,
    timezone: seller.timezone,
    venue_id: venue.id,
    event: { id: event.id, groups: withTypes, sessions },
    session,
    group,
    type,
  };
};

export type Manager = Awaited<ReturnType<typeof signedIn>>;

/** A seller with a manager of its own. */
export const openEditing = async (server: TestApp, catalogue = quayCatalogue) => {
  const shop = await createCatalogueShop(server, catalogue);
  return { shop, manager: await signedIn(server, shop, ["manager"]) };
};

export const readChapterOf = async (who: OfficeBrowser, chapter: string): Promise<TestResponse["body"]> => {
  const { status, body } = await who.get(`/catalogue/chapter?chapter=${encodeURIComponent(chapter)}`);
  expect(status).toBe(200);
  return body;
};

export type Loose = Record<string, unknown>;

/** Edits a chapter as a form would, based on its draft or on the published version. Returns the reply. */
export const editChapter = async (
  who: OfficeBrowser,
  chapter: string,
  edit: (document: Loose) => unknown,
): Promise<TestResponse> => {
  const { published, draft } = await readChapterOf(who, chapter);
  const document = edit(structuredClone(draft ? draft.document : published));
  return who.post("/catalogue/draft", { chapter, version: draft?.version ?? 0, document });
};

/** The same for one type of an event. */
export const editType = (who: OfficeBrowser, type: string, fields: Loose, event = "event/visit") =>
  editChapter(who, event, (document) => {
    const [group, key] = type.split("/");
    for (const one of document["groups"] as { key: string; types: ({ key: string } & Loose)[] }[])
      if (one.key === group) one.types = one.types.map((old) => (old.key === key ? { ...old, ...fields } : old));
    return document;
  });

/** Publishes all drafts according to the plan. */
export const publishPlan = async (who: OfficeBrowser, more: object = {}): Promise<TestResponse> => {
  const { body: plan } = await who.get("/catalogue/plan");
  return who.post("/catalogue/publish", {
    drafts: plan.drafts.map(({ chapter, version }: { chapter: string; version: number }) => ({ chapter, version })),
    revision: plan.revision,
    note: "",
    ...more,
  });
};

/** The answer not to write to the buyers of changed sessions, who have this number of orders. */
export const writesToNobody = (orders: number) => ({ expected: { orders }, write_to_buyers: null });

/** The code of a refusal, with its other fields. */
export const refusal = ({ status, body }: TestResponse) => ({ status, ...body._data?.[0] });

export const priceOf = async ({ db }: TestApp, shop: TestShop, name = "Adult"): Promise<number> =>
  (
    await db
      .selectFrom("ticket_type")
      .select("currency_amount")
      .where("seller_id", "=", shop.seller_id)
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).currency_amount;

export const revisionsOf = (db: TestApp["db"], seller_id: string) =>
  db
    .selectFrom("catalogue_revision")
    .select(["number", "document", "source", "staff_id", "note", "chapters"])
    .where("seller_id", "=", seller_id)
    .orderBy("number")
    .execute();

/** Stores revisions of a seller that was created row by row: its settings alone, each with a different note. */
export const storeRevisions = async (
  db: TestApp["db"],
  { seller_id, slug }: TestShop,
  howMany: number,
): Promise<void> => {
  for (let number = 1; number <= howMany; number++) {
    const seller = { slug, name: `Name ${number}`, currency: "USD", timezone: "America/New_York" };
    await recordRevision(db, seller_id, { seller }, { source: "command_line", staff_id: null, note: "" });
  }
};
