/** The number of parameters of each SVG path command. */
const lengths: Readonly<Record<string, number>> = { M: 2, L: 2, T: 2, H: 1, V: 1, Q: 4, S: 4, C: 6, A: 7, Z: 0 };
const numberPattern = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
/** The two flags of an arc can be written without spaces between them. */
const flagPattern = /[01]/y;

type Step = { readonly command: string; readonly values: readonly number[] };

/** The commands of a path, one for each repetition; undefined if it is not path data. */
const readSteps = (d: string): readonly Step[] | undefined => {
  const steps: Step[] = [];
  let at = 0;
  let command = "";
  const skip = (): void => {
    while (/[\s,]/.test(d[at] ?? "")) at++;
  };
  const read = (pattern: RegExp): number | undefined => {
    skip();
    pattern.lastIndex = at;
    const found = pattern.exec(d)?.[0];
    if (found === undefined) return undefined;
    at += found.length;
    return Number(found);
  };
  for (skip(); at < d.length; skip()) {
    const letter = d[at] ?? "";
    if (/[a-z]/i.test(letter)) {
      command = letter;
      at++;
    } else if (command === "" || /z/i.test(command)) return undefined;
    const length = lengths[command.toUpperCase()];
    if (length === undefined) return undefined;
    const values: number[] = [];
    for (let index = 0; index < length; index++) {
      const value = read(/a/i.test(command) && (index === 3 || index === 4) ? flagPattern : numberPattern);
      if (value === undefined) return undefined;
      values.push(value);
    }
    steps.push({ command, values });
    // Coordinates that follow a move without a letter are a line.
    if (command === "M") command = "L";
    if (command === "m") command = "l";
  }
  return steps.length > 0 && /m/i.test(steps[0]?.command ?? "") ? steps : undefined;
};

type Point = { readonly x: number; readonly y: number };
const round = (value: number): number => Math.round(value * 100) / 100;

/** Which parameters of a command are x and y coordinates. */
const placesOf = (command: string): { readonly x: readonly number[]; readonly y: readonly number[] } => {
  switch (command.toUpperCase()) {
    case "H":
      return { x: [0], y: [] };
    case "V":
      return { x: [], y: [0] };
    case "A":
      return { x: [5], y: [6] };
    default:
      return { x: [0, 2, 4], y: [1, 3, 5] };
  }
};

/** A path at another position. Relative commands move with the one before. */
export const movePath = (d: string, by: Point): string | undefined =>
  readSteps(d)
    ?.map(({ command, values }, index) => {
      const isMoved = command === command.toUpperCase() || index === 0;
      const { x, y } = placesOf(command);
      const moved = values.map((value, at) =>
        round(value + (isMoved && x.includes(at) ? by.x : 0) + (isMoved && y.includes(at) ? by.y : 0)),
      );
      return [command, ...moved].join(" ");
    })
    .join(" ");

/** The points of a path, including the control points of its curves; arcs count by their end points. */
export const pathPoints = (d: string): readonly Point[] => {
  const points: Point[] = [];
  let [from, start]: [Point, Point] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  for (const { command, values } of readSteps(d) ?? []) {
    const base = command === command.toUpperCase() ? { x: 0, y: 0 } : from;
    const { x, y } = placesOf(command);
    const isGiven = (at: number): boolean => at < values.length;
    const count = Math.max(x.filter(isGiven).length, y.filter(isGiven).length);
    for (let index = 0; index < count; index++) {
      const [left, top] = [values[x[index] ?? -1], values[y[index] ?? -1]];
      const point = { x: left === undefined ? from.x : base.x + left, y: top === undefined ? from.y : base.y + top };
      points.push(point);
      if (index === count - 1) from = point;
    }
    if (/m/i.test(command)) start = from;
    if (/z/i.test(command)) from = start;
  }
  return points;
};
