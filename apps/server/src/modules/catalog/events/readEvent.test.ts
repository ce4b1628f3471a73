import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestEvent, createTestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { memberOf } from "../../../../test/shop/catalogVisitors.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

describe("an event", () => {
  test("shows venue, groups and types in the seller's order, without internal columns", async () => {
    const shop = await createTestShop(server.db, {
      event: {
        description: '<p onclick="x()">Whales<script>alert(1)</script></p>',
        groups: [
          { name: "Second", rank: 2 },
          {
            name: "First",
            rank: 1,
            types: [{ name: "Adult", currency_amount: 2050, fee_fixed_outside: 150, fee_percent_outside: 250 }],
          },
        ],
      },
    });
    const { status, body } = await server.get(
      shop.slug,
      `/api/events/${shop.event.id}?_embed=venue,ticket_group,ticket_type,message_rule`,
    );
    expect(status).toBe(200);
    expect(body.event_template._data).toMatchObject([
      { id: shop.event.id, description: "<p>Whales</p>", hidden_type: "public_browsable" },
    ]);
    expect(body.venue._data).toEqual([
      { id: shop.venue_id, name: "Main House", timezone: "America/New_York", address: "1 Pier Road" },
    ]);
    expect(body.ticket_group._data.map((group: { name: string }) => group.name)).toEqual(["First", "Second"]);
    expect(body.ticket_type._data[0]).toMatchObject({
      name: "Adult",
      currency_amount: "20.50",
      discounted_amount: "20.50",
      outside_fees: [
        { fee_fixed_outside: true, fee: "1.50" },
        { fee_percent_outside: true, fee: "2.5" },
      ],
    });
    expect(body.message_rule._data).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(/used_capacity|"capacity"|"key"|retired/);
  });

  test("an event is not found when unknown or another seller's", async () => {
    const [shop, other] = [await createTestShop(server.db), await createTestShop(server.db)];
    const nobodys = await server.get(shop.slug, `/api/events/${crypto.randomUUID()}`);
    const others = await server.get(shop.slug, `/api/events/${other.event.id}`);
    expect([nobodys.status, others.status]).toEqual([404, 404]);
    expect(others.body._data).toEqual(nobodys.body._data);
    expect(others.body._data[0]).toMatchObject({
      _code: "event_not_found",
      _description: "Sorry, tickets are not available for this event.",
    });
    expect((await server.get(shop.slug, "/api/events/whales")).status).toBe(400);
  });

  test("an event does not reveal the id of a hidden group in its message rules", async () => {
    const shop = await createTestShop(server.db, { event: { groups: [{}, { hidden_type: "public_link_only" }] } });
    const [open, linked] = shop.event.groups;
    const rule = (key: string, ids: (string | undefined)[]) => ({
      seller_id: shop.seller_id,
      id: crypto.randomUUID(),
      event_template_id: shop.event.id,
      key,
      actions: JSON.stringify({ quantity_message: key }),
      triggers: JSON.stringify({ quantity: { ticket_group_ids: ids, min: 2 } }),
    });
    await server.db
      .insertInto("message_rule")
      .values([rule("both", [open?.id, linked?.id]), rule("hidden", [linked?.id])])
      .execute();
    const visitor = await server.get(shop.slug, `/api/events/${shop.event.id}?_embed=message_rule`);
    expect(visitor.body.message_rule._data.map((rule: { triggers: object }) => rule.triggers)).toEqual([
      { quantity: { ticket_group_ids: [open?.id], min: 2 } },
    ]);
    const guest = await server.get(
      shop.slug,
      `/api/events/${shop.event.id}?_embed=message_rule&ticket_group.id._in=${linked?.id}`,
    );
    expect(guest.body.message_rule._data).toHaveLength(2);
  });
});

describe("the visible groups", () => {
  const makeHidden = async () => {
    const shop = await createTestShop(server.db, {
      event: {
        groups: [
          { name: "open" },
          { name: "linked", hidden_type: "public_link_only", types: [{ currency_amount: 77 }] },
          { name: "members", hidden_type: "public_member_only", types: [{ currency_amount: 66 }] },
          { name: "soon", sales_start: "2999-01-01T00:00:00Z", types: [{ currency_amount: 55 }] },
          { name: "over", sales_end: "2001-01-01T00:00:00Z", types: [{ currency_amount: 44 }] },
          { name: "off", available: false, types: [{ currency_amount: 33 }] },
        ],
      },
    });
    const id = (name: string) => shop.event.groups.find((group) => group.name === name)?.id ?? "";
    return { shop, id };
  };
  type Actor = "passer-by" | "member";
  test.each<[string, Actor, string[] | undefined, string[]]>([
    ["of a visitor", "passer-by", undefined, ["open"]],
    ["of a member", "member", undefined, ["open", "members"]],
    ["of a visitor with the link", "passer-by", ["linked"], ["linked"]],
    ["of a visitor who names hidden ids", "passer-by", ["members", "soon", "over", "off"], []],
    [
      "of a member who names every id",
      "member",
      ["open", "linked", "members", "soon", "over", "off"],
      ["open", "linked", "members"],
    ],
  ])("the visible groups are those %s", async (_, actor, requested, names) => {
    const { shop, id } = await makeHidden();
    const as = actor === "member" ? await memberOf(server, shop) : {};
    const filter = requested ? `&ticket_group.id._in=${requested.map(id).join(",")}` : "";
    for (const path of [
      `/api/events/${shop.event.id}?_embed=ticket_group,ticket_type`,
      `/api/events/${shop.event.id}/sessions/${shop.session.id}?_embed=ticket_group,ticket_type`,
    ]) {
      const { body } = await server.get(shop.slug, path + filter, as);
      expect(body.ticket_group._data.map((group: { name: string }) => group.name)).toEqual(names);
      expect(new Set(body.ticket_type._data.map((type: { ticket_group_id: string }) => type.ticket_group_id))).toEqual(
        new Set(names.map(id)),
      );
    }
    const sessions = await server.get(shop.slug, `/api/events/${shop.event.id}/sessions?_limit=1${filter}`, as);
    expect(sessions.body.event_session._data).toHaveLength(names.length > 0 ? 1 : 0);
  });

  test("the visible groups are only narrowed by a filter of hidden types", async () => {
    const { shop } = await makeHidden();
    const { body } = await server.get(
      shop.slug,
      `/api/events/${shop.event.id}?_embed=ticket_group&ticket_group.hidden_type=public_link_only,public_member_only`,
    );
    expect(body.ticket_group._data).toEqual([]);
  });

  test("include prices of visible types only", async () => {
    const { shop, id } = await makeHidden();
    const typeOf = (name: string) => shop.event.groups.find((group) => group.name === name)?.types[0]?.id;
    const named = ["open", "linked", "members", "soon", "over", "off"].map((name) => ({
      ticket_type_id: typeOf(name),
    }));
    const body = { ticket_types_required: named };
    const visitor = await server.post(shop.slug, `/api/events/${shop.event.id}/pricecheck`, body);
    expect(Object.keys(visitor.body.ticket_group).toSorted()).toEqual([id("open"), id("linked")].toSorted());
    expect(visitor.body.ticket_group[id("linked")]).toMatchObject([{ currency_amount: "0.77", available: true }]);
    const member = await server.post(
      shop.slug,
      `/api/events/${shop.event.id}/pricecheck`,
      body,
      await memberOf(server, shop),
    );
    expect(Object.keys(member.body.ticket_group).toSorted()).toEqual(
      [id("open"), id("linked"), id("members")].toSorted(),
    );
    for (const name of ["members", "soon", "over", "off"])
      for (const path of ["sessions", "calendar"]) {
        const refused = await server.post(shop.slug, `/api/events/${shop.event.id}/${path}`, {
          ticket_types_required: [{ ticket_type_id: typeOf(name), quantity: 1 }],
        });
        expect(refused.body._data[0]).toMatchObject({ _code: "ticket_type_not_available" });
      }
  });

  test("the visible groups can be read by id, except those for members and off sale", async () => {
    const { shop, id } = await makeHidden();
    const statuses = await Promise.all(
      ["open", "linked", "members", "soon", "over", "off"].map(
        async (name) => (await server.get(shop.slug, `/api/ticket_group/${id(name)}?_embed=ticket_type`)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 404, 404, 404, 404]);
    expect(
      (await server.get(shop.slug, `/api/ticket_group/${id("members")}`, await memberOf(server, shop))).status,
    ).toBe(200);
  });

  test("the visible groups have a lowest price for members of their own", async () => {
    const { shop } = await makeHidden();
    const lowest = async (as: object) => {
      const sessions = await server.get(shop.slug, `/api/events/${shop.event.id}/sessions`, as);
      const calendar = await server.get(shop.slug, `/api/events/${shop.event.id}/calendar`, as);
      const listing = await server.get(shop.slug, "/api/events/available", as);
      return [
        sessions.body.event_session._data[0].min_price,
        calendar.body.calendar._data[0].min_price,
        listing.body.event_template._data[0].min_price,
      ];
    };
    expect(await lowest({})).toEqual(["10.00", "10.00", "10.00"]);
    expect(await lowest(await memberOf(server, shop))).toEqual(["0.66", "0.66", "0.66"]);
  });
});

describe("other catalogue endpoints", () => {
  test("read events and settings by id, retired ones too", async () => {
    const shop = await createTestShop(server.db, {
      event: { config: JSON.stringify({ hide_sold_out_sessions: true }) },
    });
    const old = await createTestEvent(server.db, shop, { name: "old", retired: true });
    const other = await createTestShop(server.db);
    const ids = [shop.event.id, old.id, other.event.id, crypto.randomUUID()].join(",");
    const { body } = await server.get(shop.slug, `/cached_api/event_template?id._in=${ids}&_embed=meta,venue`);
    expect(body.event_template._data.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [shop.event.id, old.id].toSorted(),
    );
    expect(body.venue._data).toHaveLength(1);
    const settings = await server.get(shop.slug, `/cached_api/config?resource_id._in=${ids}`);
    expect(settings.body.config._data).toContainEqual({
      resource_id: shop.event.id,
      config: { hide_sold_out_sessions: true },
    });
    expect(settings.body.config._data).toHaveLength(2);
  });

  test("read membership rules, those of a hidden group only when its type is named", async () => {
    const membership = { handler: "membership" as const, types: [{ name: "Family" }] };
    const shop = await createTestShop(server.db, {
      event: { groups: [membership, { ...membership, hidden_type: "public_link_only" }], sessions: [] },
    });
    const [open, linked] = shop.event.groups;
    const rule = (group: typeof open) => ({
      seller_id: shop.seller_id,
      ticket_type_id: group!.types[0]!.id,
      ticket_group_id: group!.id,
      party_role: "adult",
      named: "yes" as const,
      emailed: "optional" as const,
      min: 1,
      max: 2,
    });
    await server.db
      .insertInto("membership_rule")
      .values([rule(open), rule(linked)])
      .execute();
    const all = await server.get(shop.slug, "/api/membership_rules?_embed=ticket_type&_limit=1000");
    const { seller_id: _, ...shown } = rule(open);
    expect(all.body.membership_rules._data).toEqual([shown]);
    const named = await server.get(shop.slug, `/api/membership_rules?ticket_type.id._in=${linked!.types[0]!.id}`);
    expect(named.body.membership_rules._data).toHaveLength(1);
  });

  test("check prices and availability of passes", async () => {
    const shop = await createTestShop(server.db, {
      event: {
        sessions: [],
        groups: [
          { handler: "passes", capacity: 1 },
          { handler: "passes", capacity: 1, used_capacity: 1 },
        ],
      },
    });
    const named = shop.event.groups.map((group) => ({ ticket_type_id: group.types[0]!.id }));
    const { body } = await server.post(shop.slug, `/api/events/${shop.event.id}/pricecheck`, {
      ticket_types_required: named,
    });
    expect(shop.event.groups.map(({ id }) => body.ticket_group[id])).toMatchObject([
      [{ available: true, currency_amount: "20.00" }],
      [{ available: false }],
    ]);
  });
});
