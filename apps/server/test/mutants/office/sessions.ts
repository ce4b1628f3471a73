import type { Mutant } from "../mutant.ts";

const folder = "apps/server/src/office/sessions";
const tests = `${folder}/eventSessions.test.ts`;
const plan = `${folder}/planSessionChange.ts`;
const moves = `${folder}/moveSessions.test.ts`;
const moveRaces = `${folder}/moveSessions.race.test.ts`;
const movedCarts = "apps/server/src/catalogue/diff/checkMovedSessions.ts";
const keeps = `${folder}/keepPlaces.test.ts`;
const keepRaces = `${folder}/keepPlaces.race.test.ts`;
const keep = `${folder}/keepPlaces.ts`;
const changes = `${folder}/changeEventSessions.ts`;

/** Guards of sessions that are changed together. */
export const sessionMutants: readonly Mutant[] = [
  {
    name: "note_of_a_colleague_is_replaced",
    protects: "access",
    file: `${folder}/eventSessions.sql.ts`,
    changes: [
      { from: "($4::boolean or note is not distinct from $5)", to: "($4::boolean or $5::text is null or true)" },
    ],
    killedBy: {
      file: `${folder}/noteEventSession.race.test.ts`,
      test: "a note on a session that a colleague has saved meanwhile is not replaced; the refusal says who wrote what",
    },
  },
  {
    name: "move_of_sessions_made_twice",
    protects: "stock",
    file: changes,
    changes: [{ from: "if (expected.revision !== undefined) await", to: "if (expected.revision === -1) await" }],
    killedBy: {
      file: `${folder}/eventSessions.race.test.ts`,
      test: "a move that two colleagues saw at the same revision is made once, at the same moment too",
    },
  },
  {
    name: "sessions_cancelled_with_buyers",
    protects: "stock",
    file: changes,
    changes: [{ from: "    requireNothingTaken(plan, preview);\n    const bought", to: "    const bought" }],
    killedBy: { file: tests, test: "a change of several sessions cancels only what nobody has or holds" },
  },
  {
    name: "sessions_cancelled_with_carts",
    protects: "stock",
    file: plan,
    changes: [{ from: "(orders > 0 || places > kept)", to: "(orders > 0 || places < kept)" }],
    killedBy: { file: tests, test: "a change of several sessions cancels only what nobody has or holds" },
  },
  {
    name: "sessions_of_another_event",
    protects: "tenancy",
    file: plan,
    changes: [{ from: 'if (rows.length < ids.length) throw wrong("session_ids");', to: "" }],
    killedBy: {
      file: tests,
      test: "a change of several sessions needs sessions of the event, one change, and the permission to publish",
    },
  },
  {
    name: "sessions_that_have_begun",
    protects: "stock",
    file: plan,
    changes: [{ from: "if (begun.length > 0)", to: "if (begun.length < 0)" }],
    killedBy: { file: tests, test: "a change of several sessions leaves sessions that have begun as they are" },
  },
  {
    name: "moved_onto_another_session",
    protects: "stock",
    file: plan,
    changes: [{ from: "if (problem !== undefined) throw", to: 'if (problem === "") throw' }],
    killedBy: {
      file: moves,
      test: "a session that is moved is refused to begin with another one of its event, and both are named",
    },
  },
  {
    name: "moved_starts_in_the_way",
    protects: "stock",
    file: "apps/server/src/catalogue/apply/applyPlan.ts",
    changes: [{ from: "  await retireMovedSessions(db, seller.id, plan.sessions);\n", to: "" }],
    killedBy: { file: moves, test: "a session that is moved may begin where another one began that is moved with it" },
  },
  {
    name: "moved_without_history",
    protects: "access",
    file: "apps/server/src/catalogue/apply/applyPlan.ts",
    changes: [{ from: "  await recordMovedSessions(db, seller.id, plan.sessions.changed);\n", to: "" }],
    killedBy: {
      file: moves,
      test: "a session that is moved keeps its id, tickets and places, and what its buyer has says the new time",
    },
  },
  {
    name: "moved_while_paying",
    protects: "money",
    file: movedCarts,
    changes: [{ from: "if (!was || !paid.has(id)) return [];", to: "return [];" }],
    killedBy: {
      file: moves,
      test: "a session that is moved is refused while a buyer pays for it, but not while a buyer pays for another session",
    },
  },
  {
    name: "moved_carts_unlocked",
    protects: "money",
    file: movedCarts,
    changes: [
      {
        from: "const carts = await lockCartsWithSessions(db, stored.seller.id, ids, { wait: true });",
        to: "const carts: readonly CartWithSessions[] = [];",
      },
      {
        from: "const carts = isAllLocked ? locked : await lockCartsWithSessions(db, stored.seller.id, ids, { wait: false });",
        to: "const carts = isAllLocked ? locked : [];",
      },
    ],
    killedBy: {
      file: moveRaces,
      test: "whoever pays at the moment at which their session is moved waits, and is confirmed its new time",
    },
  },
  {
    name: "moved_carts_between_locks",
    protects: "money",
    file: movedCarts,
    changes: [
      {
        from: "const isAllLocked = (await cartsWithSessions(db, stored.seller.id, ids)).every((id) => known.has(id));",
        to: "const isAllLocked = known.size >= 0 && cartsWithSessions !== undefined;",
      },
    ],
    killedBy: { file: moveRaces, test: "a cart that comes between the locks of carts and sessions waits as well" },
  },
  {
    name: "moved_after_its_beginning",
    protects: "stock",
    file: movedCarts,
    changes: [{ from: "if (!was || was.retired || was.start_datetime > now) return [];", to: "return [];" }],
    killedBy: {
      file: moves,
      test: "a session that is moved is not moved into the past, nor once it has begun, by whichever way",
    },
  },
  {
    name: "kept_seats_sold",
    protects: "stock",
    file: "apps/server/src/modules/cart/seats/seats.sql.ts",
    changes: [
      {
        from: "where h.seller_id = $1 and h.event_session_id = any($2::uuid[])",
        to: "where false and h.seller_id = $1 and h.event_session_id = any($2::uuid[])",
      },
    ],
    killedBy: {
      file: keeps,
      test: "seats of a session are blocked and kept for the house, shown as taken, sold to nobody, and given free",
    },
  },
  {
    name: "kept_places_sold",
    protects: "stock",
    file: keep,
    changes: [
      { from: "{ event_session_id, places: counted }))) throw", to: "{ event_session_id, places: 0 }))) throw" },
    ],
    killedBy: {
      file: keeps,
      test: "places of a session are kept with a name and a reason, are sold to nobody, and are free again",
    },
  },
  {
    name: "kept_beyond_capacity",
    protects: "stock",
    file: "apps/server/src/office/sessions/houseHolds.sql.ts",
    changes: [{ from: "s.used_capacity + $3::int <= s.capacity + s.oversell_capacity)", to: "s.capacity >= 0)" }],
    killedBy: {
      file: keeps,
      test: "places of a session are not kept beyond what is left, nor under what is kept is the capacity lowered",
    },
  },
  {
    name: "sold_seats_kept",
    protects: "stock",
    file: keep,
    changes: [{ from: "if (taken.length > 0) throw", to: "if (taken.length < 0) throw" }],
    killedBy: {
      file: keeps,
      test: "seats of a session that are sold, held or kept already are refused by name, and nothing is kept",
    },
  },
  {
    name: "kept_without_lock",
    protects: "stock",
    file: "apps/server/src/office/sessions/houseHolds.sql.ts",
    changes: [{ from: "and id = $3 and not retired for update`", to: "and id = $3 and not retired`" }],
    killedBy: { file: keepRaces, test: "whoever asks for a seat that is being blocked waits, and does not get it" },
  },
  {
    name: "kept_seats_restored",
    protects: "stock",
    file: "apps/server/src/modules/cart/restore/restoreCart.sql.ts",
    changes: [{ from: "join house_seat h on h.seller_id = $1", to: "join house_seat h on false and h.seller_id = $1" }],
    killedBy: {
      file: keeps,
      test: "seats of a session that were blocked after a hold of them expired are not taken back by its late payment",
    },
  },
  {
    name: "kept_sessions_removed",
    protects: "stock",
    file: "apps/server/src/catalogue/diff/findSoldItems.sql.ts",
    changes: [
      {
        from: '    ["event_session_id", sessions.removed],\n    ["seat_id", seats.removed],',
        to: '    ["seat_id", seats.removed],',
      },
    ],
    killedBy: {
      file: keeps,
      test: "places of a session stay kept where their session is taken out of the schedule and comes back",
    },
  },
  {
    name: "moved_away_since_the_list",
    protects: "access",
    file: "apps/backoffice/src/scan/gateList.ts",
    changes: [{ from: 'if (isElsewhere && direction === "in")', to: 'if (isElsewhere && direction === "out")' }],
    killedBy: {
      file: "apps/backoffice/src/scan/judgeListed.test.ts",
      test: "a ticket to a session that was moved to another day since the list was read",
    },
  },
];
