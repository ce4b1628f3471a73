import type { Steps } from "@foyer/rules/values/steps.ts";
import { newId } from "../../db/newId.ts";
import type { Path } from "../format/problems.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { CatalogueRows, CatalogueSeatMapRow, CatalogueSeatRow, LoggedPriceRow } from "./catalogueRows.ts";
import { desiredEvents } from "./desiredEvents.ts";
import { seatMapRows, sellerRow } from "./desiredRows.ts";
import { codeRows, discountRows, programRows, ruleRows } from "./desiredRules.ts";
import { idFinder } from "./idFinder.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";

/** The catalogue as rows with ids, and the positions of events, sessions and groups in the file, by id. */
export type DesiredCatalogue = CatalogueRows & {
  readonly priceLog: readonly LoggedPriceRow[];
  readonly paths: ReadonlyMap<string, Path>;
};

/** Matches items by key, and sessions by start, so that the ids in links and tickets stay the same. */
export const desiredCatalogue = function* (
  prepared: PreparedCatalogue,
  stored: StoredCatalogue | undefined,
): Steps<DesiredCatalogue> {
  const ids = yield* idFinder(stored);
  const images = prepared.images.map(({ key, sha256, mime, width, height, alt, focus }) => {
    const storedImage = stored?.images.find((image) => image.key === key);
    // A changed image gets a new id, so that no cache keeps serving the old one under its URL.
    const id = storedImage?.sha256 === sha256 ? storedImage.id : newId();
    return { id, key, sha256, mime, width, height, alt, focus_x: focus?.x ?? null, focus_y: focus?.y ?? null };
  });
  const imageId = new Map(images.map(({ key, id }) => [key, id]));
  const venues = prepared.venues.map((venue) => ({ ...venue, id: ids.venue(venue.key) }));
  const venueId = new Map(venues.map(({ key, id }) => [key, id]));

  const seatMaps: { map: CatalogueSeatMapRow; seats: CatalogueSeatRow[] }[] = [];
  for (const map of prepared.seatMaps) {
    const id = ids.seatMap(map.key);
    seatMaps.push(yield* seatMapRows(map, { id, seatId: (key) => ids.seat(id, key) }));
  }
  const rows = yield* desiredEvents(prepared.events, {
    ids,
    imageId,
    venueId,
    seatMapId: new Map(seatMaps.map(({ map }) => [map.key, map.id])),
    images: prepared.images,
  });
  return {
    seller: sellerRow(prepared, { id: stored?.seller.id ?? newId(), imageId, eventId: ids.event, groupId: ids.group }),
    images,
    venues,
    seatMaps: seatMaps.map(({ map }) => map),
    seats: seatMaps.flatMap(({ seats }) => seats),
    ...rows,
    ...programRows(prepared, ids),
    ...codeRows(prepared, ids),
    rules: ruleRows(prepared, ids),
    discounts: discountRows(prepared, ids),
  };
};
