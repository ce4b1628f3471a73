import { stringify } from "yaml";
import type { StoredRevision } from "./revisions.sql.ts";

/**
 * A revision as a catalogue file. The file contains the revision's number, so that importing it does not undo a newer
 * one.
 */
export const catalogueYaml = ({ number, document }: StoredRevision): string =>
  stringify({ revision: number, ...document }, { lineWidth: 0, aliasDuplicateObjects: false });
