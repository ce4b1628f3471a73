import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { setUpCluster } from "./globalSetup.ts";
import { createAppLogin, startPooler } from "./pooler.ts";

/** The same as `globalSetup.ts`, but the app connects to the database through PgBouncer, with a login of its own. */
const setUp = (project: TestProject): Promise<() => Promise<void>> =>
  setUpCluster(project, async (owner, folder) => {
    const login = { user: "foyer_shop", password: randomBytes(24).toString("hex") };
    await createAppLogin(owner, folder, login);
    return startPooler(owner.host ?? "", login);
  });

export default setUp;
