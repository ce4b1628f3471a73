import { sql } from "kysely";
import { migrate } from "../../src/db/migrate/migrate.ts";
import { logins } from "../../src/db/openDatabase.ts";
import type { Cluster } from "../../src/db/embedded/cluster.ts";
import { openTestApp, type TestApp } from "../app/testApp.ts";
import { createTestShop, type TestShop } from "../shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../shop/testBuyer.ts";
import { openArchivedCluster, type ArchivedCluster } from "./archivedCluster.ts";

/** A shop that sells on an archived database. */
export type ArchivedShop = {
  readonly cluster: ArchivedCluster;
  readonly server: TestApp;
  readonly shop: TestShop;
  /** Buys this many tickets one by one, each from a network of its own; returns the orders' ids. */
  buy(count: number): Promise<string[]>;
  /** The time by the database's clock, in the format of `restore.sh`. */
  moment(): Promise<string>;
  close(): Promise<void>;
};

export const openArchivedShop = async (): Promise<ArchivedShop> => {
  const cluster = await openArchivedCluster();
  await migrate(cluster.owner);
  const server = await openTestApp({}, { databaseConfig: logins(cluster.owner).app });
  const shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 1000 }] } });
  await recordPrices(server, shop);
  return {
    cluster,
    server,
    shop,
    buy: async (count) => {
      const orders: string[] = [];
      for (let nth = 0; nth < count; nth++) {
        const buyer = new TestBuyer(server, shop);
        buyer.clientAddress = `198.51.100.${nth}`;
        orders.push((await buyer.buy(1)).body.ticket_order._data[0].id);
      }
      return orders;
    },
    moment: async () => {
      const { rows } = await sql<{ moment: string }>`select clock_timestamp()::text as moment`.execute(server.db);
      return rows[0]?.moment ?? "";
    },
    close: async () => {
      await server.close();
      await cluster.close();
    },
  };
};

/** The URL of a database, as in DATABASE_URL. */
export const addressOf = ({ database, ...login }: Cluster["owner"]): string =>
  `postgresql:///${database}?${new URLSearchParams(login)}`;
