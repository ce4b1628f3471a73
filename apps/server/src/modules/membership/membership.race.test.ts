import { beforeAll, describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { TestBuyer, cards } from "../../../test/shop/testBuyer.ts";
import { createTestUser } from "../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  cartFromResponse,
  daysFromNow,
  createLevels,
  readMemberships,
  type TestLevels,
} from "../../../test/accounts/membershipLevels.ts";
import { rendezvous, setUpRaceServers } from "../../../test/database/raceServers.ts";
import { roundsToday } from "../../../../../scripts/sampling.ts";

type Servers = readonly [TestApp, TestApp];
type Setup = { readonly servers: Servers; readonly shop: TestShop; readonly levels: TestLevels };
let one: TestApp;
let other: TestApp;
setUpRaceServers(["renewal_checked", "hold_locked"], (first, second) => {
  one = first;
  other = second;
});
const openSetup = async (servers: Servers): Promise<Setup> => {
  const shop = await createTestShop(servers[0].db);
  return { servers, shop, levels: await createLevels(servers[0], shop) };
};
let setup: Setup;
beforeAll(async () => {
  setup = await openSetup([one, other]);
});
/** Pays two renewals of one membership in two carts, and checks both out at once. */
const renewTwice = async ({ servers, shop, levels }: Setup) => {
  const [server] = servers;
  const user = await createTestUser(server.db, shop);
  const first = await buyMembership(server, shop, membershipRequest(levels, levels.individual), {
    cookie: user.cookie,
  });
  const [made] = await readMemberships(server, first.order_id);
  if (!made) throw new Error("There is a membership.");
  await setTermEnd(server, made.id, daysFromNow(5));
  const add = [membershipRequest(levels, levels.individual, { action: "renew", renews_id: made.id })];
  const carts = [];
  for (const server of servers) {
    const cart = cartFromResponse(await new TestBrowser(server, shop, user.cookie).call(createCart, { add }));
    const buyer = new TestBuyer(server, shop, user.cookie);
    await buyer.pay(cart, cards.good);
    carts.push({ buyer, cart });
  }
  const checkouts = await Promise.allSettled(carts.map(({ buyer, cart }) => buyer.checkOut(cart)));
  const terms = await server.db
    .selectFrom("membership")
    .select(["id", "renews_id", "valid_from", "valid_to", "member_number"])
    .where("identity_id", "=", user.identity_id)
    .orderBy("valid_from")
    .orderBy("valid_to")
    .execute();
  return { statuses: checkouts.map((one) => (one.status === "fulfilled" ? one.value.status : 0)), terms };
};

describe("concurrent renewals of one membership", () => {
  test("follow each other under one number, in each round", async () => {
    for (let round = 0; round < roundsToday(20); round++) {
      pauseAt("renewal_checked", rendezvous(60));
      const { statuses, terms } = await renewTwice(setup);
      expect(statuses).toEqual([200, 200]);
      const [first, second, third] = terms;
      expect(terms).toHaveLength(3);
      expect([second?.renews_id, third?.renews_id]).toEqual([first?.id, second?.id]);
      expect([second?.valid_from, third?.valid_from]).toEqual([first?.valid_to, second?.valid_to]);
      expect(new Set(terms.map(({ member_number }) => member_number)).size).toBe(1);
    }
  });
});

describe("concurrent redemptions of one gift code", () => {
  const gift = async ({ servers: [server], shop, levels }: Setup): Promise<string> => {
    const wanted = membershipRequest(levels, levels.individual, { people: [{ type: 0 }], action: "gift" });
    const { order_id } = await buyMembership(server, shop, wanted);
    const { code } = await server.db
      .selectFrom("membership_gift as g")
      .innerJoin("code as k", (join) => join.onRef("k.seller_id", "=", "g.seller_id").onRef("k.id", "=", "g.code_id"))
      .select("k.code")
      .where("g.ticket_order_id", "=", order_id)
      .executeTakeFirstOrThrow();
    return code;
  };
  /** The visitors redeem for two levels, so that they share only the code. */
  const redeem = async ({ servers, shop, levels }: Setup, code: string) => {
    const couple = [
      { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
      { type: 1, name: "William King" },
    ];
    const wanted = [
      membershipRequest(levels, levels.individual),
      membershipRequest(levels, levels.family, { people: couple }),
    ];
    const answers = await Promise.all(
      servers.map((server, index) =>
        new TestBrowser(server, shop).call(createCart, {
          add: wanted.slice(index, index + 1),
          preReservePromoCodes: { codes: [code] },
        }),
      ),
    );
    return answers.map(({ status, code }) => code ?? String(status)).toSorted();
  };

  test("succeed for one visitor, and tell the other that it is used, in each round", async () => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < roundsToday(20); round++)
      expect(await redeem(setup, await gift(setup))).toEqual(["200", "code_exhausted:reserve"]);
  });
});

describe("concurrent purchases for one new address", () => {
  test("create one account, in each round", async () => {
    const { servers, shop, levels } = setup;
    for (let round = 0; round < roundsToday(10); round++) {
      const email = `grace-${round}@example.org`;
      const people = [{ type: 0, name: "Grace Hopper", email }];
      const made = await Promise.all(
        servers.map((server) => buyMembership(server, shop, membershipRequest(levels, levels.individual, { people }))),
      );
      const owners = await Promise.all(made.map(({ order_id }) => readMemberships(one, order_id)));
      expect(new Set(owners.flat().map(({ identity_id }) => identity_id)).size).toBe(1);
      expect(owners.flat()[0]?.identity_id).not.toBeNull();
    }
  });
});
