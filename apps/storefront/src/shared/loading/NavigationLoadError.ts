import { ChunkLoadError } from "./loadChunk.ts";

/** The script of the next screen could not be loaded. `load` loads it and leaves the page, so only the visitor calls it. */
export class NavigationLoadError extends ChunkLoadError {}
