import { describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { createCodes } from "../../../test/shop/codesAndRules.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { addCodeUsage } from "./codes.sql.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

describe("counting the uses of a code", () => {
  const openShop = async (max_uses: number, groupMaxUses: number) => {
    const shop = await createTestShop(server.db);
    const group = await createCodes(server.db, shop, { LAST: { max_uses } }, { max_uses: groupMaxUses });
    const count = async (table: "code" | "code_group", n: number) => {
      const id = table === "code" ? (group.codes.LAST ?? "") : group.id;
      await addCodeUsage(server.db, shop.seller_id, table, new Map([[id, n]]));
      const row = await server.db.selectFrom(table).select("used").where("id", "=", id).executeTakeFirstOrThrow();
      return row.used;
    };
    return count;
  };

  test.each(["code", "code_group"] as const)("allows the last use of a %s", async (table) => {
    const count = await openShop(1, 1);
    expect(await count(table, 1)).toBe(1);
    expect(await count(table, -1)).toBe(0);
  });

  test.each([
    ["code", 1, -1],
    ["code_group", -1, 1],
  ] as const)("refuses a use beyond the limit of a %s", async (table, max_uses, groupMaxUses) => {
    const count = await openShop(max_uses, groupMaxUses);
    await expect(count(table, 2)).rejects.toThrow(/0 moved/);
  });
});
