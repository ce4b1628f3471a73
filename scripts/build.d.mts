/** What TypeScript imports of `build.mjs`, which runs before any package is installed. */
export declare const builtStorefront: () => string | undefined;
