import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { settingNames } from "../../apps/server/src/settings.ts";

export const root = join(import.meta.dirname, "../..");
export const read = (path: string): string => readFileSync(join(root, path), "utf8");
export const exists = (path: string): boolean => existsSync(join(root, path));

/** The documents of a YAML file, with aliases and merges resolved. */
export const readYaml = (path: string): unknown[] =>
  parseAllDocuments(read(path), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() as unknown;
  });

/** Names that a deployment sets and that are not our settings. */
const namesOfNode = ["NODE_COMPILE_CACHE"];
/** Environment variables of a deployment that the server does not read. */
export const unknownNames = (names: readonly string[]): string[] =>
  names.filter((name) => !settingNames.includes(name) && !namesOfNode.includes(name));

/** The metrics port, which all deployments share. */
export const metricsPort = 9464;
