import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { readPictures } from "../../catalogue/revisions/pictures.sql.ts";
import { catalogueYaml } from "../../catalogue/revisions/catalogueYaml.ts";
import { newestRevision } from "../../catalogue/revisions/revisions.sql.ts";
import { pictureFile } from "../../catalogue/revisions/storedDocument.ts";
import { readStoredSeller } from "../../catalogue/diff/storedSeller.sql.ts";
import type { Command } from "../command.ts";

/** `foyer export`: writes the newest revision as a catalogue file, with its pictures beside it. */
export const exportCommand: Command = {
  usage: "SLUG [--to FOLDER]",
  description: [
    "Prints a seller's catalogue as it was published last",
    "--to FOLDER       writes SLUG.yaml there, and its pictures into FOLDER/pictures",
  ].join("\n"),
  run: async (args, { openConnections, print }) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { to: { type: "string" } },
      allowPositionals: true,
    });
    const [slug] = positionals;
    if (slug === undefined || positionals.length > 1) throw new Error("foyer export needs one seller.");
    const connections = await openConnections();
    const seller = await readStoredSeller(connections.acrossSellers(), slug);
    if (!seller) throw new Error(`There is no seller '${slug}'.`);
    const db = connections.forSeller(seller.id);
    const revision = await newestRevision(db, seller.id);
    if (!revision) throw new Error(`${slug} was imported before revisions were kept: import its file once more.`);
    const yaml = catalogueYaml(revision);
    if (values.to === undefined) {
      print(yaml.trimEnd());
      return 0;
    }
    await mkdir(values.to, { recursive: true });
    await writeFile(join(values.to, `${slug}.yaml`), yaml);
    let count = 0;
    for await (const { key, mime, bytes } of readPictures(db, seller.id)) {
      const file = join(values.to, pictureFile(key, mime));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
      count += 1;
    }
    print(`${slug}: revision ${revision.number}, ${count} ${count === 1 ? "picture" : "pictures"}`);
    return 0;
  },
};
