import type { SimulatedShop } from "./simulatedShop.ts";

/** Something that happens in a world. It may well be refused. */
export type Action = (world: SimulatedShop) => Promise<void>;

/** Two things at once, which meet in the database. */
export const concurrently =
  (...actions: readonly Action[]): Action =>
  async (simulation) => {
    await Promise.all(actions.map((action) => action(simulation)));
  };
