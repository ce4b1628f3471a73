import { sql } from "kysely";
import type { Database } from "../db/connect.ts";
import type { Letter, MailTransport } from "../outside/mail/mail.ts";

/** Tries after one, two, four… minutes, for a day; then the mail waits for a person. */
const mostAttempts = 12;
/** A mail claimed this long ago was claimed by a server that died. */
const claimMinutes = 10;

type Claimed = { seller_id: string; id: string; to_address: string; message: unknown; attempts: number };

/** Claims what is due; two servers never claim the same mail. */
const claim = async (db: Database): Promise<Claimed[]> => {
  const { rows } = await sql<Claimed>`
    update outbox set state = 'sending', attempts = attempts + 1, next_at = app_now() + make_interval(mins => ${claimMinutes})
    where (seller_id, id) in (
      select seller_id, id from outbox where state in ('queued', 'sending') and next_at <= app_now()
      order by next_at limit 20 for update skip locked)
    returning seller_id, id, to_address, message, attempts`.execute(db);
  return rows;
};

const settle = (
  db: Database,
  { seller_id, id }: Claimed,
  set: { state: "sent" | "kept" | "queued" | "dead"; last_error?: string; wait?: number },
) =>
  db
    .updateTable("outbox")
    .set({
      state: set.state,
      last_error: set.last_error ?? null,
      sent_at: set.state === "sent" ? sql<string>`app_now()` : null,
      next_at: sql<string>`app_now() + make_interval(secs => ${set.wait ?? 0})`,
    })
    .where("seller_id", "=", seller_id)
    .where("id", "=", id)
    .where("state", "=", "sending")
    .execute();

/** Sends what waits in the outbox. Without a mail server it stays there, readable, as 'kept'. */
export const sendMail = async (acrossSellers: Database, transport: MailTransport | undefined): Promise<number> => {
  const claimed = await claim(acrossSellers);
  for (const mail of claimed) {
    if (!transport) {
      await settle(acrossSellers, mail, { state: "kept" });
      continue;
    }
    try {
      await transport.send(mail.to_address, mail.message as Letter, mail.id, []);
      await settle(acrossSellers, mail, { state: "sent" });
    } catch (error) {
      const last_error = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      await settle(
        acrossSellers,
        mail,
        mail.attempts >= mostAttempts
          ? { state: "dead", last_error }
          : { state: "queued", last_error, wait: 60 * 2 ** Math.min(mail.attempts - 1, 9) },
      );
    }
  }
  return claimed.length;
};
