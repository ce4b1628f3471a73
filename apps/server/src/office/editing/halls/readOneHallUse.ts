import { maxHallSessions, type readHallUse } from "@foyer/contract/office/catalogue/halls.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { findHall, seatsInUse, sessionsWithSeatsInUse } from "../../../catalogue/diff/seatsInUse.sql.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";

/** The seats that cannot be removed from a hall, and the sessions that need them. Empty for a hall that is only drafted. */
export const readOneHallUse = async (
  { db, seller, now }: StaffContext,
  { key, event_session_id }: StaffReceived<typeof readHallUse>,
): Promise<StaffReply<typeof readHallUse>> => {
  const hall = await findHall(db, seller.id, key);
  if (!hall) return { sessions: [], seats: [] };
  const asked = { now, seller_id: seller.id, seats: { seat_map_id: hall.id } };
  const sessions = await sessionsWithSeatsInUse(db, { ...asked, limit: maxHallSessions });
  return {
    sessions: sessions.map(({ id, event_key, event_name, local_day, local_start, seats }) => ({
      id,
      event_key,
      event_name,
      local_day,
      local_start,
      seats,
    })),
    seats: [...(await seatsInUse(db, { ...asked, event_session_id }))],
  };
};
