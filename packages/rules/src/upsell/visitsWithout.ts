import type { Cart, CartLine } from "@foyer/contract/shop/cart.ts";
import type { VisitLimit } from "../hold/visitLimit.ts";
import { fitsVisit, parseVisitTime, type VisitSession } from "../hold/visitTime.ts";

type Line = Pick<CartLine, "event_template_id" | "start_datetime" | "end_datetime" | "timezone">;
export type VisitsCart = Pick<Cart, "anchor"> & { readonly lines: readonly Line[] };

const isDated = (line: Line): line is Line & VisitSession => line.start_datetime !== null && line.end_datetime !== null;

/**
 * For an add-on in the cart: the visits that it was not added to, none if all have it. Undefined if its tickets cannot be
 * told by visit: one visit only, no policy, or an add-on without a time.
 */
export const visitsWithout = (
  event_template_id: string,
  visit_time: string | undefined,
  { anchor, lines }: VisitsCart,
): VisitLimit | undefined => {
  const policy = parseVisitTime(visit_time);
  const held = lines.filter((line) => line.event_template_id === event_template_id);
  const visits = lines.filter((line) => line.event_template_id === anchor?.event_template_id).filter(isDated);
  if (!policy || visits.length < 2 || held.length === 0 || !held.every(isDated)) return undefined;
  return { policy, visits: visits.filter((visit) => !held.some((line) => fitsVisit(policy, visit, line))) };
};
