import { expect, test } from "vitest";
import { createBareDatabase } from "../../test/database/cloneDatabase.ts";
import { prepareCluster } from "./distribute.ts";

test("a database without the extension citus is not distributed", async () => {
  const { owner } = await createBareDatabase();
  await expect(prepareCluster(owner)).rejects.toThrow("it lacks the extension citus");
});
