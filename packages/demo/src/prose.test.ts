import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../sellers");

test.each(readdirSync(folder).filter((name) => name.endsWith(".yaml")))(
  "%s has apostrophes as printers set them",
  (name) => {
    const straight = readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => /\p{Letter}'(?=\p{Letter}| )/u.test(line));
    expect(straight).toEqual([]);
  },
);
