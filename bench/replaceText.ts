import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { replacementVariable, type Replacement } from "./replacement.ts";

/*
 * Loaded into a server before its own files (`--import`), so that a benchmark can compare the server with itself without
 * some feature. Production code has no switch for that.
 */
const { file, from, to } = JSON.parse(process.env[replacementVariable] ?? "{}") as Replacement;
if (readFileSync(file, "utf8").split(from).length !== 2)
  throw new Error(`${file} does not have its text once: ${from}`);
const url = pathToFileURL(file).href;
registerHooks({
  load: (loaded, context, next) => {
    const result = next(loaded, context);
    return loaded === url ? { ...result, source: readFileSync(file, "utf8").replace(from, () => to) } : result;
  },
});
