import type { Boot } from "@foyer/contract/boot.ts";
import { wake } from "../shared/awake.ts";
import { loadParts } from "../shared/lazyPart.ts";
import { framePart } from "../shell/parts.ts";
import { eventRoute } from "./eventRoute.ts";
import { loadScreen } from "./screens.ts";

/** Loads what the first view hydrates with: all that stands on it, or, of a page asleep, its screen alone. */
export const loadFirst = async ({ seller, shown }: Boot): Promise<void> => {
  if (shown.asleep) return void (await loadScreen(eventRoute));
  wake("needed");
  const { table, keepCart } = await framePart.load();
  const kept = keepCart(seller.slug);
  await loadScreen(table.routeNamed(shown.route));
  await loadParts(shown.parts);
  await kept;
};
