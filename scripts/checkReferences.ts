import { existsSync } from "node:fs";
import { posix } from "node:path";
import { isCode, parse, read, root, trackedFiles } from "./source.ts";

/**
 * Checks that everything a comment or document refers to can be opened with only this repository: paths and links exist,
 * commands are commands, tests named in documents are tests. Refuses references to documents and numbered lists that are
 * not here.
 */
const files = trackedFiles();
const tracked = new Set(files);
const folders = new Set(
  files.flatMap((path) => {
    const parts = path.split("/");
    return parts.map((_, index) => parts.slice(0, index).join("/"));
  }),
);
/** What `npm run build` writes. */
const isBuilt = (path: string): boolean => /^apps\/(?:storefront|backoffice|server)\/dist(?:\/|$)/.test(path);
const exists = (path: string): boolean => tracked.has(path) || folders.has(path.replace(/\/$/, "")) || isBuilt(path);
const problems: string[] = [];

/** Matches documents, sections and numbered rows that can only be looked up outside the repository. */
const elsewhere =
  /\bdocument [12]\b|(?<!RFC \d{4},? )§ ?\d|\b(?:T|F|I|C|OPEN)-?\d{1,3}\b(?! ?\()|\b(?:[A-Z]{4,}|API|NFR|BO)-\d{1,2}\b(?<!SHA-\d+|UTF-\d+|ISO-\d+)/;
const pathLike = /(?<![\w./@-])((?:apps|packages|journeys|bench|scripts|docs)\/[\w./@*{}-]*[\w*}/])/g;

const checkPaths = (where: string, text: string): void => {
  for (const [, path = ""] of text.matchAll(pathLike))
    if (!/[*{}]/.test(path) && !exists(path) && !existsSync(posix.join(root, path)))
      // A decision may be referred to by its number alone.
      if (!(/^docs\/decisions\/\d{3}$/.test(path) && files.some((file) => file.startsWith(path))))
        problems.push(`${where}: ${path} does not exist`);
};

for (const path of files.filter(isCode)) {
  for (const { value } of parse(path).comments) {
    checkPaths(path, value);
    const [found] = elsewhere.exec(value) ?? [];
    if (found !== undefined && !/^[FTCI]\d$/.test(found)) problems.push(`${path}: a comment refers to ${found}`);
  }
  if (!path.includes(".test.")) continue;
  for (const [, title = ""] of read(path).matchAll(/\b(?:test|it|describe)(?:\.\w+)*\(\s*(["'`].*?["'`])\s*,/g)) {
    const [found] = /\((?:[A-Z]{1,8}-?\d+(?:, )?)+\)/.exec(title) ?? [];
    if (found !== undefined) problems.push(`${path}: a test's name refers to ${found}`);
  }
}

const scripts = new Set(Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts));
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(/\s/g, "-"),
    ),
  );

for (const path of files.filter((file) => file.endsWith(".md"))) {
  const text = read(path);
  checkPaths(path, text);
  for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [file = "", anchor] = target.split("#");
    const other = file === "" ? path : posix.join(posix.dirname(path), file);
    if (!exists(other)) problems.push(`${path}: the link ${target} leads nowhere`);
    else if (anchor !== undefined && other.endsWith(".md") && !anchorsOf(read(other)).has(anchor))
      problems.push(`${path}: ${other} has no heading #${anchor}`);
  }
  for (const [, name = ""] of text.matchAll(/\bnpm run ([\w:-]+)/g))
    if (!scripts.has(name)) problems.push(`${path}: there is no npm run ${name}`);
  // A test is named as `path.test.ts` › "name": the file contains the name, or its beginning.
  for (const [, file = "", name = ""] of text.matchAll(/`([\w./-]+\.test\.tsx?)`\s*›\s*"([^"]+)"/g)) {
    const found = tracked.has(file) ? file : files.find((each) => each.endsWith(`/${file}`));
    if (found === undefined) problems.push(`${path}: there is no test file ${file}`);
    else if (!read(found).includes(name)) problems.push(`${path}: ${found} has no test "${name}"`);
  }
}

for (const problem of new Set(problems)) process.stderr.write(`${problem}\n`);
process.stdout.write(`references: ${files.length} files, ${new Set(problems).size} problems\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
