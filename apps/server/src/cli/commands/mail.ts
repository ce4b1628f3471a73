import type { Database } from "../../db/connections.ts";
import { transact } from "../../db/transact.ts";
import { requeueEmails, unsentEmails } from "../../jobs/emails/outbox.sql.ts";
import { writeEntry } from "../../modules/audit/audit.ts";
import type { Command } from "../command.ts";
import { commandScope } from "../commandScope.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `foyer mail`: e-mails that have not been sent yet. */
export const mailCommand: Command = {
  usage: "[SLUG] | retry ID…",
  description: [
    "Lists e-mails that are waiting or have failed, of one seller or of all; exit code 1 if any has been given up",
    "retry ID…   sends them again, starting with a first attempt",
  ].join("\n"),
  run: async ([first, ...ids], context) => {
    if (first === "retry") return retryEmails(ids, (await context.openConnections()).acrossSellers(), context.print);
    if (ids.length > 0) throw new Error("foyer mail takes the slug of one seller, or retry and the ids of e-mails.");
    const db = (await context.openConnections()).acrossSellers();
    if (
      first !== undefined &&
      !(await db.selectFrom("seller").select("id").where("slug", "=", first).executeTakeFirst())
    )
      throw new Error(`There is no seller '${first}'.`);
    const mails = await unsentEmails(db, first);
    if (mails.length === 0) context.print("All e-mails have been sent.");
    for (const mail of mails) {
      const when = mail.state === "dead" ? "given up" : `next attempt at ${mail.next_at}`;
      const attempts = `${mail.attempts} ${mail.attempts === 1 ? "attempt" : "attempts"}`;
      context.print([mail.id, mail.slug, mail.kind, mail.to_address, `${attempts}, ${when}`].join("\t"));
      if (mail.last_error !== null) context.print(`\t${mail.last_error.replace(/\s+/g, " ")}`);
    }
    return mails.some(({ state }) => state === "dead") ? 1 : 0;
  },
};

const retryEmails = async (ids: readonly string[], db: Database, print: (line: string) => void): Promise<number> => {
  const invalidId = ids.find((id) => !uuid.test(id));
  if (ids.length === 0 || invalidId !== undefined)
    throw new Error(
      invalidId === undefined
        ? "foyer mail retry needs the id of an e-mail."
        : `'${invalidId}' is not the id of an e-mail.`,
    );
  const requeued = await transact({ db }, async ({ db }) => {
    const requeued = await requeueEmails(db, ids);
    for (const { seller_id, id, kind } of requeued)
      await writeEntry(commandScope(db, seller_id), {
        action: "email.sent_again",
        entity: { kind: "email", id },
        after: { kind },
      });
    return requeued;
  });
  for (const id of ids)
    print(
      requeued.some((mail) => mail.id === id)
        ? `${id} will be sent again.`
        : `${id} is not an e-mail that can be sent again.`,
    );
  return requeued.length === ids.length ? 0 : 1;
};
