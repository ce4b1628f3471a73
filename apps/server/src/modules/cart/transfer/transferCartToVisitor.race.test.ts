import { expect, test } from "vitest";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let servers: readonly [TestApp, TestApp];
setUpRaceServers([], (one, other) => {
  servers = [one, other];
});
const rounds = Array.from({ length: roundsToday(20) }, (_, round) => round);

test("one of the visitors at two servers who take a cart gets it, in each round", async () => {
  const shop = await createTestShop(servers[0].db, { event: { sessions: [{ capacity: 500 }] } });
  for (const round of rounds) {
    const owner = new TestBuyer(servers[round % 2 ? 0 : 1], shop);
    owner.clientAddress = `198.51.${round}.1`;
    const cart = await owner.hold(2);
    const takers = [...servers, ...servers, ...servers].map((server) => new TestBuyer(server, shop));
    const answers = await Promise.all(takers.map((taker) => taker.post(`/my/cart/${cart.id}/transfer`, {})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const taken = answers[winner]?.body.cart._data[0];
    const readers = await Promise.all([owner, ...takers].map((reader) => reader.get(`/my/cart/${taken.id}`)));
    expect(readers.flatMap(({ status }, nth) => (status === 200 ? [nth - 1] : []))).toEqual([winner]);
    expect((await owner.get(`/my/cart/${cart.id}`)).status).toBe(404);
  }
});

test("a cart that is paid at one server and taken at the other is either paid for or taken, in each round", async () => {
  const shop = await createTestShop(servers[0].db, { event: { sessions: [{ capacity: 500 }] } });
  await recordPrices(servers[0], shop);
  for (const round of rounds) {
    const owner = new TestBuyer(servers[0], shop);
    owner.clientAddress = `198.52.${round}.1`;
    const cart = await owner.hold(1);
    const taker = new TestBuyer(servers[1], shop);
    const [paid, taken] = await Promise.all([
      owner.pay(cart, cards.good),
      taker.post(`/my/cart/${cart.id}/transfer`, {}),
    ]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([paid.status, taken.status]);
    if (paid.status === 200) expect((await owner.checkOut(cart)).body.outcome).toBe("completed");
  }
});
