import { mkdir, writeFile } from "node:fs/promises";
import { print, type Drawing } from "./kit/press.ts";
import { harbor } from "./harbor/harbor.ts";
import { kiwa } from "./kiwa/kiwa.ts";
import { larkfield } from "./larkfield/larkfield.ts";
import { favicon, logo, marks } from "./marks.ts";
import { opalHall } from "./opal/opal.ts";

/** `draw.ts [seller] [name]` draws all pictures and marks, those of one seller, or one (`marks` for the marks). */
const [onlySeller, onlyName] = process.argv.slice(2);
const sellers: Readonly<Record<string, readonly Drawing[]>> = { harbor, larkfield, opal: opalHall, kiwa };
const names: Readonly<Record<string, string>> = {
  harbor: "Harbor Museum of Art",
  larkfield: "Larkfield Botanic Garden",
  opal: "Opal Hall",
  kiwa: "Kiwa Night Zoo",
};

const writeFileTo = async (folder: string, file: string, content: string | Buffer): Promise<void> => {
  const place = new URL(`../${folder}/`, import.meta.url);
  await mkdir(place, { recursive: true });
  await writeFile(new URL(file, place), content);
  process.stdout.write(`${folder}/${file} ${Math.ceil(content.length / 1000)} kB\n`);
};

for (const [seller, drawings] of Object.entries(sellers)) {
  if (onlySeller && onlySeller !== seller) continue;
  const mark = marks[seller];
  if (mark && (!onlyName || onlyName === "marks")) {
    const name = names[seller] ?? seller;
    await writeFileTo("marks", `${seller}.svg`, await logo(mark, name, mark.light));
    await writeFileTo("marks", `${seller}-dark.svg`, await logo(mark, name, mark.dark));
    await writeFileTo("marks", `${seller}-favicon.svg`, favicon(mark));
  }
  for (const drawing of drawings)
    if (!onlyName || onlyName === drawing.name)
      await writeFileTo(
        `pictures/${seller}`,
        `${drawing.name}.webp`,
        await print(drawing, `${seller} ${drawing.name}`),
      );
}
