import type { SimulatedShop } from "./simulatedShop.ts";

/** An action in a simulation. It may be refused. */
export type Action = (simulation: SimulatedShop) => Promise<void>;

/** Runs two actions concurrently. */
export const concurrently =
  (...actions: readonly Action[]): Action =>
  async (simulation) => {
    await Promise.all(actions.map((action) => action(simulation)));
  };
