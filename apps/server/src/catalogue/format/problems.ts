/** A problem in a catalogue file and its position. */
export type Problem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly message: string;
  /** Set if more is already sold or held than would be left. */
  readonly breaksPromise?: true;
  /** Set if it can be imported as it is, but the author has to say what is meant. */
  readonly needsChoice?: true;
  /** Set if it can be imported, because it was accepted before, but not published from a draft. */
  readonly isWrongInDrafts?: true;
  /** The path as it was before it was formatted, for a catalogue that does not come from a file. */
  readonly steps?: Path;
};

export type Path = readonly (string | number)[];

/** 'events[2].groups[0].key' */
export const formatPath = (path: Path): string =>
  path.map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`)).join("");

/** 'harbor.yaml:12:5 events[0].venue: names no venue …' */
export const formatProblem = ({ file, line, column, path, message }: Problem): string =>
  `${file}:${line}:${column}${path ? ` ${path}:` : ""} ${message}`;

/** Thrown if the catalogue has problems; nothing has been changed. */
export class InvalidCatalogue extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join("\n"));
    this.name = "InvalidCatalogue";
    this.problems = [...problems].sort(
      (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
    );
  }
}
