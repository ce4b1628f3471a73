import type { World } from "./world.testing.ts";

/** Something that happens in a world. It may well be refused. */
export type Deed = (world: World) => Promise<void>;

/** Two things at once, which meet in the database. */
export const meet =
  (...deeds: readonly Deed[]): Deed =>
  async (world) => {
    await Promise.all(deeds.map((deed) => deed(world)));
  };
