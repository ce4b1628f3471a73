import { pause } from "../../db/faultPoints.ts";
import type { Database } from "../../db/connections.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { Problem } from "../format/problems.ts";
import type { CatalogueSessionRow } from "./catalogueRows.ts";
import type { DesiredCatalogue } from "./desiredCatalogue.ts";
import { cartsWithSessions, lockCartsWithSessions, type CartWithSessions } from "./movedCarts.sql.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";

type Sessions = readonly CatalogueSessionRow[];

/** The changed sessions whose start changes. */
export const movedSessions = (stored: StoredCatalogue, changed: Sessions): Sessions => {
  if (changed.length === 0) return [];
  const starts = new Map(stored.sessions.map(({ id, start_datetime }) => [id, start_datetime]));
  return changed.filter(({ id, start_datetime }) => starts.get(id) !== start_datetime);
};

/**
 * Locks the carts that hold changed sessions, before the sessions themselves: the lock order used everywhere. Once they
 * are locked, a cart in checkout has either become an order, or it waits and then reads the change.
 */
export const lockCartsOfSessions = async (
  db: Database,
  stored: StoredCatalogue,
  ids: readonly string[],
): Promise<readonly CartWithSessions[]> => {
  if (ids.length === 0) return [];
  const carts = await lockCartsWithSessions(db, stored.seller.id, ids, { wait: true });
  await pause("moved_carts_locked");
  return carts;
};

const timeOf = ({ local_day, local_start }: CatalogueSessionRow): string => `${local_day} ${local_start}`;

/** Rejects moving a session that has begun, or moving any into the past. */
export const checkMovedTimes = (
  { problemAt, events }: PreparedCatalogue,
  stored: StoredCatalogue,
  { paths, changed, now }: Pick<DesiredCatalogue, "paths"> & { readonly changed: Sessions; readonly now: string },
): Problem[] => {
  const moved = movedSessions(stored, changed);
  const byId = new Map(moved.length === 0 ? [] : stored.sessions.map((session) => [session.id, session]));
  const begun = moved.flatMap(({ id }) => {
    const was = byId.get(id);
    if (!was || was.retired || was.start_datetime > now) return [];
    return problemAt(paths.get(id) ?? [], `the session of ${timeOf(was)} has begun and cannot be moved`);
  });
  const intoPast = events.flatMap(({ key, movedIntoPast }) => {
    if (movedIntoPast.length === 0) return [];
    const event = stored.events.find((one) => one.key === key);
    const ofEvent = stored.sessions.filter(
      ({ event_template_id, retired, start_datetime }) =>
        event_template_id === event?.id && !retired && start_datetime > now,
    );
    const byPlanned = new Map(ofEvent.map((session) => [session.planned_start ?? session.start_datetime, session]));
    return movedIntoPast.flatMap(({ planned_start, path }) => {
      const was = byPlanned.get(planned_start);
      return was ? problemAt(path, `the session of ${timeOf(was)} would begin at a time that has passed`) : [];
    });
  });
  return [...begun, ...intoPast];
};

/**
 * Rejects moving sessions that somebody is paying for: what the buyer saw, and possibly the confirmation, has the old
 * time. Called when the sessions are locked, so that no other cart can hold them.
 */
export const checkMovedCarts = async (
  db: Database,
  { problemAt }: PreparedCatalogue,
  stored: StoredCatalogue,
  {
    paths,
    changed,
    told: ids,
    locked,
  }: Pick<DesiredCatalogue, "paths"> & {
    readonly changed: Sessions;
    /** The sessions whose carts are locked, which include the moved ones. */
    readonly told: readonly string[];
    readonly locked: readonly CartWithSessions[];
  },
): Promise<Problem[]> => {
  if (ids.length === 0) return [];
  const moved = movedSessions(stored, changed);
  const known = new Set(locked.map(({ id }) => id));
  // Does not wait for a cart that was filled between the two locks, as it may wait for the sessions; retries everything.
  const isAllLocked = (await cartsWithSessions(db, stored.seller.id, ids)).every((id) => known.has(id));
  const carts = isAllLocked ? locked : await lockCartsWithSessions(db, stored.seller.id, ids, { wait: false });
  const paid = new Set(carts.filter(({ is_paying }) => is_paying).flatMap(({ session_ids }) => session_ids));
  const byId = new Map(stored.sessions.map((session) => [session.id, session]));
  return moved.flatMap(({ id }) => {
    const was = byId.get(id);
    if (!was || !paid.has(id)) return [];
    const message = `somebody is paying for the session of ${timeOf(was)} at this moment, so it cannot be moved; try again in a few minutes`;
    return { ...problemAt(paths.get(id) ?? [], message), breaksPromise: true as const };
  });
};
