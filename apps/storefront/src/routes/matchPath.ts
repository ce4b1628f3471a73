import type { Params } from "./screen.ts";

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** Matches '/events/:id/:action?' with '/events/42': the parameters, or undefined if the path does not match. */
export const matchPath = (pattern: string, path: string): Params | undefined => {
  if (pattern === "*") return {};
  const wanted = pattern.split("/").slice(1);
  const given = path.split("/").slice(1);
  if (given.length > wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? "";
    if (!part.startsWith(":")) {
      if (segment !== part || given[index] === undefined) return undefined;
      continue;
    }
    const value = decoded(segment);
    if (value === undefined) return undefined;
    if (value !== "") params[part.replace(/[:?]/g, "")] = value;
    else if (!part.endsWith("?") || given[index] !== undefined) return undefined;
  }
  return params;
};
