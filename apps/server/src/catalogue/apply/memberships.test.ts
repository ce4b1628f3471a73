import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../db/newId.ts";
import {
  pierCatalogue,
  connections,
  databaseFingerprint,
  runImport,
  reportLines,
} from "../../../test/catalogue/pierCatalogue.ts";
import { InvalidCatalogue } from "../format/problems.ts";

const level = `
  - key: membership
    name: Membership
    event_type: other
    groups:
      - key: family
        name: Family
        handler: membership
        duration_new: P1Y
        program: friends
        physical_card: true
        gift_codes: gifts
        types:
          - { key: adult, name: First adult, price: 90, role: friend, membership_rule: { party_role: member } }
          - { key: second, name: Second adult, price: 30, role: friend, membership_rule: { party_role: second-card, emailed: optional, min: 1 } }
          - { key: child, name: Child, price: 0, role: child, membership_rule: { party_role: child, named: optional, emailed: "no", max: -1 } }
          - { key: guest, name: Guest, price: 5 }
`;
const programs = `
membership_programs:
  - key: friends
    name: Friends
    rank: 2
    roles:
      - { key: friend, name: Friend, benefits: { Adult: 2, "*": 1 }, member_event_purchase_limit: 24 }
      - { key: child, name: Child, rank: 3 }
codes:
  - { key: gifts, name: A gift, codes: [] }
discounts:
  - { key: gifts, name: A gift, codes: [gifts], percent: 100, for: [{ event: membership, types: [family/adult, family/second] }] }
`;
const catalogueWith = (slug: string, more = { level, programs }) =>
  pierCatalogue(slug).trimEnd() + more.level + more.programs;
const queryRows = <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  query.execute(connections.acrossSellers()).then(({ rows }) => rows);

test("imports programs, roles and levels as written, and changes nothing the second time", async () => {
  expect(reportLines(await runImport(catalogueWith("join")))).toEqual(
    expect.arrayContaining(["1 membership program added", "2 membership roles added", "3 membership rules added"]),
  );
  expect(
    await queryRows(sql`select g.name, g.physical_card, p.key as program, p.rank, c.key as gifts from ticket_group g
      join membership_program p on p.seller_id = g.seller_id and p.id = g.membership_program_id left join code_group c on c.seller_id = g.seller_id and c.id = g.gift_code_group_id
      join seller s on s.id = g.seller_id where s.slug = 'join'`),
  ).toEqual([{ name: "Family", physical_card: true, program: "friends", rank: 2, gifts: "gifts" }]);
  expect(
    await queryRows(sql`select y.key, r.key as role, r.rank, r.benefits, r.member_event_purchase_limit as "limit",
        m.party_role, m.named, m.emailed, m.min, m.max
      from ticket_type y join ticket_group g on g.seller_id = y.seller_id and g.id = y.ticket_group_id and g.handler = 'membership'
      left join membership_role r on r.seller_id = y.seller_id and r.id = y.membership_role_id left join membership_rule m on m.seller_id = y.seller_id and m.ticket_type_id = y.id
      join seller s on s.id = y.seller_id where s.slug = 'join' order by y.rank`),
  ).toEqual([
    {
      key: "adult",
      role: "friend",
      rank: 1,
      benefits: { Adult: 2, "*": 1 },
      limit: 24,
      party_role: "member",
      named: "yes",
      emailed: "yes",
      min: 1,
      max: 1,
    },
    {
      key: "second",
      role: "friend",
      rank: 1,
      benefits: { Adult: 2, "*": 1 },
      limit: 24,
      party_role: "second-card",
      named: "yes",
      emailed: "optional",
      min: 1,
      max: 1,
    },
    {
      key: "child",
      role: "child",
      rank: 3,
      benefits: {},
      limit: -1,
      party_role: "child",
      named: "optional",
      emailed: "no",
      min: 0,
      max: -1,
    },
    {
      key: "guest",
      role: null,
      rank: null,
      benefits: null,
      limit: null,
      party_role: null,
      named: null,
      emailed: null,
      min: null,
      max: null,
    },
  ]);
  const before = await databaseFingerprint();
  expect((await runImport(catalogueWith("join")))[0]?.isUnchanged).toBe(true);
  expect(await databaseFingerprint()).toBe(before);
});

test("changes what has changed, and keeps ids", async () => {
  await runImport(catalogueWith("change"));
  const ids = () =>
    queryRows(sql`select p.id, r.id as role from membership_program p join membership_role r on r.seller_id = p.seller_id and r.membership_program_id = p.id
      join seller s on s.id = p.seller_id where s.slug = 'change' order by r.key`);
  const before = await ids();
  const changed = catalogueWith("change")
    .replace("Adult: 2", "Adult: 3")
    .replace("name: Friends", "name: Good friends")
    .replace("party_role: child, named: optional", "party_role: youth, named: optional");
  expect(reportLines(await runImport(changed))).toEqual(
    expect.arrayContaining([
      "1 membership program changed",
      "1 membership role changed",
      "1 membership rule added",
      "1 membership rule removed",
    ]),
  );
  expect(await ids()).toEqual(before);
});

test("retires what leaves the file, and restores it when it returns", async () => {
  await runImport(catalogueWith("leave"));
  const bare = catalogueWith("leave", { level: "\n", programs: "\n" });
  expect(reportLines(await runImport(bare))).toEqual(
    expect.arrayContaining(["1 membership program retired", "2 membership roles retired", "1 group of codes retired"]),
  );
  expect((await runImport(bare))[0]?.isUnchanged).toBe(true);
  await runImport(catalogueWith("leave"));
  expect(
    await queryRows(sql`select p.retired, r.retired as role from membership_program p
      join membership_role r on r.seller_id = p.seller_id and r.membership_program_id = p.id join seller s on s.id = p.seller_id where s.slug = 'leave'`),
  ).toEqual([
    { retired: false, role: false },
    { retired: false, role: false },
  ]);
});

test("keeps codes that were sold as gifts", async () => {
  await runImport(catalogueWith("gifts"));
  const db = connections.acrossSellers();
  const group = await db
    .selectFrom("code_group as g")
    .innerJoin("seller as s", "s.id", "g.seller_id")
    .select(["g.id", "g.seller_id"])
    .where("s.slug", "=", "gifts")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("code")
    .values({
      seller_id: group.seller_id,
      id: newId(),
      code_group_id: group.id,
      code: "7K3MQ2XW9A",
      normalized: "7k3mq2xw9a",
      max_uses: 1,
      is_gift: true,
    })
    .execute();
  expect((await runImport(catalogueWith("gifts")))[0]?.isUnchanged).toBe(true);
  const renamed = catalogueWith("gifts").replace(
    "{ key: gifts, name: A gift, codes: [] }",
    "{ key: gifts, name: Given, codes: [] }",
  );
  await runImport(renamed);
  expect(
    await db.selectFrom("code").select(["code", "retired"]).where("seller_id", "=", group.seller_id).execute(),
  ).toEqual([{ code: "7K3MQ2XW9A", retired: false }]);
});

test.each([
  [
    "an unknown program",
    level.replace("program: friends", "program: foes"),
    programs,
    "groups[0].program: there is no program 'foes'",
  ],
  [
    "an unknown role",
    level.replace("role: child", "role: guest"),
    programs,
    "types[2].role: the group's program has no role 'guest'",
  ],
  [
    "a level without its program",
    level.replace("        program: friends\n", ""),
    programs,
    "types[0].role: the group's program has no role 'friend'",
  ],
  [
    "an unknown group of gift codes",
    level.replace("gift_codes: gifts", "gift_codes: none"),
    programs,
    "gift_codes: there is no group of codes 'none'",
  ],
  [
    "gift codes without a discount",
    level,
    programs.replace("codes: [gifts], ", ""),
    "gift_codes: no discount takes anything off this level with a code of 'gifts'",
  ],
  [
    "a maximum below the minimum",
    level.replace("emailed: optional, min: 1", "emailed: optional, min: 3"),
    programs,
    "types[1].membership_rule.max: is less than min (3)",
  ],
  [
    "a negative benefit",
    level,
    programs.replace("Adult: 2", "Adult: -2"),
    "roles[0].benefits.Adult: must not be negative",
  ],
  [
    "a repeated role",
    level,
    programs.replace("key: child", "key: friend"),
    "membership_programs[0].roles[1].key: 'friend' is defined twice",
  ],
  [
    "a program for tickets",
    level.replace("handler: membership", "handler: passes"),
    programs,
    "program: belongs to a group whose handler is membership",
  ],
  [
    "a rule for tickets",
    level.replace("handler: membership", "handler: passes"),
    programs,
    "types[0].membership_rule: belongs to a group whose handler is membership",
  ],
  [
    "a program without roles",
    level,
    programs.replace(/roles:\n.*\n.*\n/, "roles: []\n"),
    "membership_programs[0].roles: must have a role",
  ],
])("reports %s", async (_, levels, other, message) => {
  const error = await runImport(catalogueWith("wrong", { level: levels, programs: other })).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InvalidCatalogue);
  expect((error as InvalidCatalogue).message).toContain(message);
});
