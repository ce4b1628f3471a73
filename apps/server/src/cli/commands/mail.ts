import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { Command } from "../command.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Dead ones first: they wait for a person. */
const unsentEmails = (db: Database, slug: string | undefined) => {
  const query = db
    .selectFrom("outbox as o")
    .innerJoin("seller as s", "s.id", "o.seller_id")
    .select(["o.id", "s.slug", "o.state", "o.kind", "o.to_address", "o.attempts", "o.next_at", "o.last_error"])
    .where("o.state", "in", ["queued", "sending", "dead"])
    .orderBy(sql`o.state = 'dead'`, "desc")
    .orderBy("o.created_at")
    .limit(500);
  return (slug === undefined ? query : query.where("s.slug", "=", slug)).execute();
};

/** `foyer mail`: what was written and has not left the house. */
export const mailCommand: Command = {
  usage: "[SLUG] | retry ID…",
  description: [
    "Lists mails that wait or that could not be sent, of one seller or of all",
    "retry ID…   sends them again, from their first try",
  ].join("\n"),
  run: async ([first, ...ids], context) => {
    if (first === "retry") return retryEmails(ids, (await context.openConnections()).acrossSellers(), context.print);
    if (ids.length > 0) throw new Error("foyer mail takes the slug of one seller, or retry and the ids of mails.");
    const db = (await context.openConnections()).acrossSellers();
    if (
      first !== undefined &&
      !(await db.selectFrom("seller").select("id").where("slug", "=", first).executeTakeFirst())
    )
      throw new Error(`There is no seller '${first}'.`);
    const mails = await unsentEmails(db, first);
    if (mails.length === 0) context.print("Every mail has been sent.");
    for (const one of mails) {
      const when = one.state === "dead" ? "given up" : `next at ${one.next_at}`;
      const tries = `${one.attempts} ${one.attempts === 1 ? "try" : "tries"}`;
      context.print([one.id, one.slug, one.kind, one.to_address, `${tries}, ${when}`].join("\t"));
      if (one.last_error !== null) context.print(`\t${one.last_error.replace(/\s+/g, " ")}`);
    }
    return mails.some(({ state }) => state === "dead") ? 1 : 0;
  },
};

const retryEmails = async (ids: readonly string[], db: Database, print: (line: string) => void): Promise<number> => {
  const invalidId = ids.find((id) => !uuid.test(id));
  if (ids.length === 0 || invalidId !== undefined)
    throw new Error(
      invalidId === undefined ? "foyer mail retry needs the id of a mail." : `'${invalidId}' is no id of a mail.`,
    );
  const requeued = await db
    .updateTable("outbox")
    .set({ state: "queued", attempts: 0, next_at: sql<string>`app_now()`, last_error: null })
    .where("id", "in", ids)
    // What is being sent at this moment is left to whoever sends it.
    .where("state", "in", ["queued", "dead", "kept"])
    .returning("id")
    .execute();
  for (const id of ids)
    print(requeued.some((one) => one.id === id) ? `${id} is sent again.` : `${id} is no mail that waits.`);
  return requeued.length === ids.length ? 0 : 1;
};
