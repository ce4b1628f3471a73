import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/check.ts";
import { cloneDatabase } from "../../db/testDatabase.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { startDoomed } from "../../testDoomed.ts";
import { killedOften } from "../../testKills.ts";
import {
  comesDue,
  join,
  lettersOf,
  makeRenewingShop,
  renewalOf,
  takenBy,
  termsFrom,
  tidy,
  turn,
  wake,
} from "../../testRenewals.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { login: login.app });
});
afterAll(() => server.close());

test.each([
  ["it is somebody's turn", "renewal_claimed"],
  ["held, and nobody's", "renewal_held"],
  ["held, and the term's", "renewal_cart_kept"],
  ["to be asked for", "after_payment_row"],
  ["promised, and not written down", "after_provider_call"],
  ["promised", "after_authorized"],
  ["taken, and not written down", "after_captured"],
  ["taken, and not renewed yet", "inside_order_transaction"],
  ["renewed", "after_order_commit"],
])("killed when it is %s, a term is charged once and follows once", killedOften, async (_, fault) => {
  const where = await makeRenewingShop(server);
  const { membership_id } = await join(server, where);
  await comesDue(server, membership_id);
  const doomed = await startDoomed(login.owner, fault);
  await Promise.race([doomed.gone, sleep(30_000)]);
  doomed.kill();
  await doomed.gone;

  for (let round = 0; round < 3; round++) {
    await tidy(server);
    await wake(server, membership_id);
    await turn(server);
  }
  expect(await takenBy(server, where.shop)).toEqual([8000, 8000]);
  expect(await termsFrom(server, membership_id)).toHaveLength(2);
  expect(await renewalOf(server, membership_id)).toMatchObject({ state: "renewed", attempts: 0 });
  const kinds = (await lettersOf(server, where.shop)).map(({ kind }) => kind).toSorted();
  expect(kinds).toEqual([
    "auto_renew_announced",
    "membership_card",
    "membership_card",
    "order_confirmation",
    "order_confirmation",
  ]);
  expect(await checkInvariants(server.db)).toEqual([]);
});
