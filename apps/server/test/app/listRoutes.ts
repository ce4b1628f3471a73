import type { FastifyInstance } from "fastify";

/** Every route that a server answers, as 'GET /api/my/cart/:cart_id', read off its own tree. HEAD goes with GET. */
export const listRoutes = (app: FastifyInstance): string[] => {
  const ancestors: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/u.exec(line);
      if (!found) return [];
      const [, indent = "", segment = "", methods = ""] = found;
      const depth = indent.length / 4;
      ancestors.splice(depth, Infinity, segment);
      const url = ancestors.join("");
      return methods
        .split(", ")
        .filter((method) => method !== "" && method !== "HEAD")
        .map((method) => `${method} ${url}`);
    })
    .toSorted();
};
