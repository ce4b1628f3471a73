/** What TypeScript imports of `serverFlags.mjs`. */
export declare const serverFlags: readonly string[];
export declare const serverFile: string;
