import { sql } from "kysely";
import { expect, test } from "vitest";
import { countLockWaits } from "../../../test/database/countLockWaits.ts";
import { newId } from "../../db/newId.ts";
import { InvalidCatalogue } from "../format/problems.ts";
import {
  pierCatalogue,
  connections,
  databaseFingerprint,
  queryOne,
  runImport,
  reportLines,
} from "../../../test/catalogue/pierCatalogue.ts";

const rules = `
    rules:
      - key: friends
        description: Friends only
        blocks: reserve
        when: { groups: [general], min: 2 }
        also: [{ types: [general/adult], max: 1 }]
        code_group: friends
rules:
  - { key: many, description: Too many at once, blocks: checkout, when: { min: 50 } }
codes:
  - key: friends
    name: Friends
    codes: [{ code: " Hello ", max_uses: 3, valid_to: 2027-01-01 00:00 }, { code: OTHER }]
`;
/** The rules go with the first event, everything else to the end of the file. */
const withRules = (slug: string, text = rules) => {
  const [ofEvent = "", ...ofShop] = text.split(/^(?=rules:)/m);
  return pierCatalogue(slug).replace("\n    groups:", `${ofEvent}\n    groups:`) + ofShop.join("");
};
const listRows = (slug: string) =>
  sql<{ key: string; event: string | null; conditions: unknown; codes: string | null }>`
    select r.key, e.key as event, r.conditions, g.key as codes from checkout_rule r join seller s on s.id = r.seller_id
    left join event_template e on e.seller_id = r.seller_id and e.id = r.event_template_id left join code_group g on g.seller_id = r.seller_id and g.id = r.code_group_id
    where s.slug = ${slug} order by r.rank`
    .execute(connections.acrossSellers())
    .then(({ rows }) => rows);
const codesOf = (slug: string) =>
  sql<{ id: string; code: string; normalized: string; max_uses: number; valid_to: string | null; retired: boolean }>`
    select c.id, c.code, c.normalized, c.max_uses, c.valid_to, c.retired from code c join seller s on s.id = c.seller_id where s.slug = ${slug} order by c.normalized`
    .execute(connections.acrossSellers())
    .then(({ rows }) => rows);

test("leaves codes alone that staff have made or changed, also where the file has the same text", async () => {
  const lines = reportLines(await runImport(withRules("office")));
  expect(lines).toEqual(expect.arrayContaining(["2 codes added"]));
  await sql`update code c set by_office = true, max_uses = 99 from seller s
    where s.slug = 'office' and c.seller_id = s.id and c.normalized = 'hello'`.execute(connections.acrossSellers());
  await sql`insert into code (seller_id, id, code_group_id, code, normalized, by_office)
    select g.seller_id, gen_random_uuid(), g.id, 'VIP-7', 'vip-7', true from code_group g join seller s on s.id = g.seller_id
    where s.slug = 'office' returning true`.execute(connections.acrossSellers());
  const before = await codesOf("office");
  expect((await runImport(withRules("office")))[0]?.isUnchanged).toBe(true);
  await runImport(withRules("office").replace("{ code: OTHER }", "{ code: vip-7 }"));
  expect((await codesOf("office")).filter(({ code }) => code !== "OTHER")).toEqual(
    before.filter(({ code }) => code !== "OTHER"),
  );
});

/** Adds a sold gift to the seller's codes. */
const sellGift = async (slug: string): Promise<void> => {
  await sql`insert into code (seller_id, id, code_group_id, code, normalized, max_uses, is_gift)
    select g.seller_id, gen_random_uuid(), g.id, '7K3MQ2XW9A', '7k3mq2xw9a', 1, true from code_group g join seller s on s.id = g.seller_id
    where s.slug = ${slug} returning true`.execute(connections.acrossSellers());
};

test("a group of codes neither leaves nor gets another key while a sold gift of it can be redeemed", async () => {
  await runImport(withRules("present"));
  await sellGift("present");
  const left = pierCatalogue("present");
  const renamed = withRules("present").replaceAll("key: friends", "key: others").replace(": friends", ": others");
  for (const text of [left, renamed])
    await expect(runImport(text)).rejects.toThrow(
      "codes: the group 'friends' is left out, but 1 sold gift of it can still be redeemed; keep it, and its discount",
    );
  await sql`update code c set used = 1 from seller s where s.slug = 'present' and c.seller_id = s.id and c.is_gift`.execute(
    connections.acrossSellers(),
  );
  expect(reportLines(await runImport(left))).toEqual(expect.arrayContaining(["1 group of codes retired"]));
});

test("leaves a sold gift alone whose code the file has too", async () => {
  await runImport(withRules("giver"));
  await sellGift("giver");
  const before = await codesOf("giver");
  await runImport(withRules("giver").replace("{ code: OTHER }", "{ code: OTHER }, { code: 7k3mq2xw9a, max_uses: 9 }"));
  expect(await codesOf("giver")).toEqual(before);
  await runImport(withRules("giver"));
  expect(await codesOf("giver")).toEqual(before);
});

/** Runs an import once it waits for a code that a colleague has locked, who then does something with it. */
const importMeanwhile = async (text: string, change: ReturnType<typeof sql>) => {
  const db = connections.acrossSellers();
  const imported = Promise.withResolvers<Awaited<ReturnType<typeof runImport>>>();
  await db.transaction().execute(async (tx) => {
    await change.execute(tx);
    void runImport(text).then(imported.resolve, imported.reject);
    await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
  });
  return imported.promise;
};

test.each([
  ["changes it", (text: string) => text.replace("max_uses: 3", "max_uses: 5")],
  ["leaves it out", (text: string) => text.replace(/\{ code: " Hello ".*?\}, /, "")],
])("leaves a code alone whose limit staff set while an import %s", async (what, edit) => {
  const slug = what.startsWith("changes") ? "limits-one" : "limits-two";
  await runImport(withRules(slug));
  const [hello] = await codesOf(slug);
  const { id: seller_id } = await queryOne(sql<{ id: string }>`select id from seller where slug = ${slug}`);
  await importMeanwhile(
    edit(withRules(slug)),
    sql`update code set by_office = true, max_uses = 99 where seller_id = ${seller_id} and id = ${hello?.id ?? ""}`,
  );
  expect(await codesOf(slug)).toMatchObject([{ ...hello, max_uses: 99 }, { code: "OTHER" }]);
});

test("a code that staff make while an import makes it stays theirs, and the import is done", async () => {
  await runImport(withRules("making"));
  const { seller_id, id } = await queryOne(
    sql<{
      seller_id: string;
      id: string;
    }>`select g.seller_id, g.id from code_group g join seller s on s.id = g.seller_id
      where s.slug = 'making'`,
  );
  await importMeanwhile(
    withRules("making").replace("{ code: OTHER }", "{ code: OTHER }, { code: VIP-7 }, { code: VIP-8 }"),
    sql`insert into code (seller_id, id, code_group_id, code, normalized, max_uses, by_office)
      values (${seller_id}, ${newId()}, ${id}, 'Vip-7', 'vip-7', 9, true)`,
  );
  expect((await codesOf("making")).map(({ code, max_uses }) => [code, max_uses])).toEqual([
    ["Hello", 3],
    ["OTHER", -1],
    ["Vip-7", 9],
    ["VIP-8", -1],
  ]);
});

test("imports rules and codes, and changes nothing the second time", async () => {
  expect(reportLines(await runImport(withRules("ruled")))).toEqual(
    expect.arrayContaining(["1 group of codes added", "2 codes added", "2 rules added"]),
  );
  const ids = await queryOne(
    sql<{
      event: string;
      group: string;
      type: string;
    }>`select e.id as event, g.id as "group", y.id as type from ticket_type y
      join ticket_group g on g.seller_id = y.seller_id and g.id = y.ticket_group_id join event_template e on e.seller_id = g.seller_id and e.id = g.event_template_id
      join seller s on s.id = y.seller_id where s.slug = 'ruled' and e.key = 'visit' and g.key = 'general' and y.key = 'adult'`,
  );
  expect(await listRows("ruled")).toEqual([
    { key: "many", event: null, conditions: [{ min: 50 }], codes: null },
    {
      key: "friends",
      event: "visit",
      conditions: [
        { event_template_ids: [ids.event], ticket_group_ids: [ids.group], min: 2 },
        { event_template_ids: [ids.event], ticket_type_ids: [ids.type], min: 0, max: 1 },
      ],
      codes: "friends",
    },
  ]);
  expect(await codesOf("ruled")).toMatchObject([
    { code: "Hello", normalized: "hello", max_uses: 3, valid_to: "2027-01-01T05:00:00Z" },
    { code: "OTHER", normalized: "other", max_uses: -1, valid_to: null },
  ]);
  const before = await databaseFingerprint();
  expect((await runImport(withRules("ruled")))[0]?.isUnchanged).toBe(true);
  expect(await databaseFingerprint()).toBe(before);
});

test("removes what leaves the file, but keeps a code that a cart has used", async () => {
  await runImport(withRules("leaving"));
  const [hello] = await codesOf("leaving");
  const db = connections.acrossSellers();
  const { id: seller_id } = await queryOne(sql<{ id: string }>`select id from seller where slug = 'leaving'`);
  const [identity_id, cart_id] = [newId(), newId()];
  await db.insertInto("identity").values({ seller_id, id: identity_id, kind: "public" }).execute();
  const soon = Temporal.Now.instant().add({ hours: 1 }).toString();
  await db
    .insertInto("cart")
    .values({ seller_id, id: cart_id, identity_id, expires_at: soon, max_hold_until: soon })
    .execute();
  await db
    .insertInto("cart_code")
    .values({ seller_id, cart_id, code_id: hello?.id ?? "" })
    .execute();

  expect(reportLines(await runImport(pierCatalogue("leaving")))).toEqual(
    expect.arrayContaining(["1 group of codes retired", "1 code retired", "1 code removed", "2 rules removed"]),
  );
  expect(await listRows("leaving")).toEqual([]);
  expect(await codesOf("leaving")).toMatchObject([{ id: hello?.id, retired: true }]);
  await runImport(withRules("leaving"));
  expect(await codesOf("leaving")).toMatchObject([{ id: hello?.id, retired: false }, { code: "OTHER" }]);
  await runImport(
    withRules(
      "leaving",
      rules.replaceAll("key: friends", "key: others").replace("code_group: friends", "code_group: others"),
    ),
  );
  expect((await listRows("leaving")).map(({ key, codes }) => [key, codes])).toEqual([
    ["many", null],
    ["others", "others"],
  ]);
});

test.each([
  [
    "a group of codes that is none",
    rules.replace("code_group: friends", "code_group: press"),
    "code_group: there is no group of codes 'press'",
  ],
  ["a group that is none", rules.replace("[general]", "[nobody]"), "when.groups[0]: this event has no group 'nobody'"],
  [
    "a type that is none",
    rules.replace("[general/adult]", "[general/nobody]"),
    "also[0].types[0]: this event has no type 'general/nobody'",
  ],
  ["a rule about nothing", rules.replace("min: 2", "min: 0"), "when.min: must be at least 1"],
  ["the wrong way round", rules.replace("min: 2", "min: 2, max: 1"), "when.max: is less than min (2)"],
  ["groups of no event", rules.replace("when: { min: 50 }", "when: { groups: [general] }"), "when.event: is missing"],
  [
    "an event that is none",
    rules.replace("when: { min: 50 }", "when: { event: nothing }"),
    "when.event: there is no event 'nothing'",
  ],
  ["a code twice", rules.replace("OTHER", "hELLO"), "codes[1].code: 'hELLO' is defined twice"],
  ["a code too long", rules.replace("OTHER", "x".repeat(36)), "is longer than 35 characters"],
])("reports %s", async (_, text, message) => {
  const error = await runImport(withRules("wrong", text)).catch((wrong: unknown) => wrong);
  expect(error).toBeInstanceOf(InvalidCatalogue);
  expect((error as InvalidCatalogue).message).toContain(message);
});
