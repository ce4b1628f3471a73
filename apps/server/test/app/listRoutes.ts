import type { FastifyInstance } from "fastify";

/** The router prints a wildcard without the path before it. */
const restOfOffice = "/staff_api/*";

/** Every route of a server, such as 'GET /api/my/cart/:cart_id'. HEAD routes are left out. */
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
      const printed = ancestors.join("");
      const url = printed === "*" && app.hasRoute({ method: "GET", url: restOfOffice }) ? restOfOffice : printed;
      return methods
        .split(", ")
        .filter((method) => method !== "" && method !== "HEAD")
        .map((method) => `${method} ${url}`);
    })
    .toSorted();
};
