import type { noteSession } from "@foyer/contract/office/catalogue/eventSessions.ts";
import type { Nothing, StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { staleVersion } from "../../modules/audit/staleVersion.ts";
import { chosenSessions, setNote } from "./eventSessions.sql.ts";
import { requireSessionEvent } from "./findEventSessions.ts";

/** The audit log records that the note has changed, but not its text. */
export const noteEventSession = (
  ctx: StaffContext,
  { key, event_session_id, note, was }: StaffReceived<typeof noteSession>,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    const { db, seller } = ctx;
    const event = await requireSessionEvent(ctx, key);
    const [session] = await chosenSessions(db, seller.id, event.id, [event_session_id]);
    if (!session) throw new Refused({ code: "not_found", context: "staff" });
    const entity = { kind: "session", id: session.id } as const;
    if (!(await setNote(db, seller.id, { session_id: session.id, note: note === "" ? null : note, was }))) {
      const [current] = await chosenSessions(db, seller.id, event.id, [event_session_id]);
      throw await staleVersion(
        ctx,
        entity,
        { context: "staff", extra: { note: current?.note ?? null } },
        "session.noted",
      );
    }
    await audit(ctx, {
      action: "session.noted",
      entity,
      after: { note: note === "" ? "removed" : "written" },
    });
    return {};
  });
