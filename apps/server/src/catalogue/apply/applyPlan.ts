import type { Tx } from "../../db/connections.ts";
import { pause } from "../../db/faultPoints.ts";
import { noteChangedSessions } from "./changedSessions.sql.ts";
import { retireMovedSessions, recordMovedSessions } from "./movedSessions.sql.ts";
import { publishUploadedPicture } from "../revisions/pictures.sql.ts";
import type { CatalogueImageRow } from "../diff/catalogueRows.ts";
import { isEmptyPlan, type ImportPlan } from "../diff/planImport.ts";
import {
  deleteMemberRule,
  deletePrices,
  deleteRows,
  insertImage,
  insertRows,
  clearVenuesOfEvents,
  markLimitsChanged,
  retireRows,
  unlinkSeats,
  updateMemberRule,
  updatePrices,
  updateRows,
  updateSeller,
} from "./writeRows.sql.ts";

const rowIds = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Returns the bytes of a picture that the seller has not stored, or undefined if it was uploaded earlier. */
export type PictureBytes = (image: CatalogueImageRow) => Promise<Buffer | undefined>;

/** Applies a plan. Rows are removed before others are added, and parents are written before their children. */
export const applyPlan = async (db: Tx, plan: ImportPlan, readBytes: PictureBytes = preparedBytes(plan)) => {
  await pause("catalogue_planned");
  if (isEmptyPlan(plan)) return;
  const { row: seller } = plan.seller;
  if (plan.seller.is === "added") await insertRows(db, "seller", [seller]);
  else await updateSeller(db, seller);
  await removeRows(db, plan);
  await writeImages(db, plan, readBytes);
  await noteChangedSessions(db, seller.id, {
    sessions: plan.sessions.changed,
    events: plan.events.changed,
    venues: plan.venues.changed,
  });
  await recordMovedSessions(db, seller.id, plan.sessions.changed);
  await retireMovedSessions(db, seller.id, plan.sessions);
  await writeEvents(db, plan);
  // By now the group's codes and rules have been removed or moved to another group.
  await deleteRows(db, "code_group", seller.id, rowIds(plan.codeGroups.removed));
  await unlinkSeats(db, seller.id, rowIds(plan.seats.retired));
  await markLimitsChanged(db, seller.id, plan.limitsChanged);
  await insertRows(db, "session_price", plan.prices.added, { seller_id: seller.id });
  await updatePrices(db, seller.id, plan.prices.changed);
  await insertRows(db, "membership_rule", plan.memberRules.added, { seller_id: seller.id });
  for (const rule of plan.memberRules.changed) await updateMemberRule(db, seller.id, rule);
  // The time comes from the database's clock, as it does when a ticket is held.
  await insertRows(db, "price_log", plan.priceLog, { seller_id: seller.id });
};

const preparedBytes =
  ({ prepared }: ImportPlan): PictureBytes =>
  async ({ key }) =>
    prepared.images.find((image) => image.key === key)?.bytes;

const writeImages = async (db: Tx, { seller, images }: ImportPlan, readBytes: PictureBytes): Promise<void> => {
  for (const image of images.added) {
    const bytes = await readBytes(image);
    if (bytes) await insertImage(db, seller.row.id, image, bytes);
    else await publishUploadedPicture(db, seller.row.id, image);
  }
  await updateRows(db, "image_asset", seller.row.id, images.changed);
};

const writeEvents = async (db: Tx, plan: ImportPlan): Promise<void> => {
  const sellerId = plan.seller.row.id;
  for (const [table, { added, changed, retired }] of [
    ["venue", plan.venues],
    ["seat_map", plan.seatMaps],
    ["seat", plan.seats],
    ["event_template", plan.events],
    ["membership_program", plan.programs],
    ["membership_role", plan.roles],
    ["code_group", plan.codeGroups],
    ["ticket_group", plan.groups],
    ["ticket_type", plan.types],
    ["event_session", plan.sessions],
    ["message_rule", plan.messages],
    ["code", plan.codes],
    ["discount", plan.discounts],
    ["checkout_rule", plan.rules],
  ] as const) {
    await updateRows(db, table, sellerId, changed);
    await insertRows(db, table, added, { seller_id: sellerId });
    await retireRows(db, table, sellerId, rowIds(retired));
  }
};

/** Removes children before their parents. */
const removeRows = async (db: Tx, plan: ImportPlan): Promise<void> => {
  const sellerId = plan.seller.row.id;
  await deletePrices(db, sellerId, plan.prices.removed);
  for (const rule of plan.memberRules.removed) await deleteMemberRule(db, sellerId, rule);
  for (const [table, { removed }] of [
    ["checkout_rule", plan.rules],
    ["code", plan.codes],
    ["message_rule", plan.messages],
    ["event_session", plan.sessions],
    ["ticket_type", plan.types],
    ["ticket_group", plan.groups],
    ["event_template", plan.events],
    ["seat", plan.seats],
    ["image_asset", plan.images],
  ] as const)
    await deleteRows(db, table, sellerId, rowIds(removed));
  const venues = rowIds(plan.venues.removed);
  if (venues.length === 0) return;
  await clearVenuesOfEvents(db, sellerId, { events: rowIds(plan.events.changed), venues });
  await deleteRows(db, "venue", sellerId, venues);
};
