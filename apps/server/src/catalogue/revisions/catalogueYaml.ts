import { stringify } from "yaml";
import type { StoredRevision } from "./revisions.sql.ts";

/** A revision as a catalogue file: it says which revision it is, so that it undoes no newer one. */
export const catalogueYaml = ({ number, document }: StoredRevision): string =>
  stringify({ revision: number, ...document }, { lineWidth: 0, aliasDuplicateObjects: false });
