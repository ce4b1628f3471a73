import type { FastifyInstance } from "fastify";
import type { Method } from "@foyer/contract/endpoint.ts";
import type { StaffEndpoint } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";

const allMethods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

type Call = Pick<StaffEndpoint, "path" | "method">;

/** Whether `path` is one of a route, such as `/orders/100231` of `/orders/:order_number`. */
const isPathOf = (route: string, path: string): boolean => {
  const segments = path.split("/");
  const expected = route.split("/");
  return (
    expected.length === segments.length &&
    expected.every((segment, index) => (segment.startsWith(":") ? segments[index] !== "" : segment === segments[index]))
  );
};

/**
 * Replies 405 to a method that a path does not have, so that a call that reads can never write, and 404 to other paths.
 * One route for all, since a route for each costs every start memory and time.
 */
export const refuseOtherCalls = (app: FastifyInstance, calls: readonly Call[]): void => {
  app.route<{ Params: { "*": string } }>({
    method: [...allMethods],
    url: "/staff_api/*",
    onRequest: async (request, reply) => {
      const path = `/${request.params["*"]}`;
      const methods = new Set(calls.filter((call) => isPathOf(call.path, path)).map(({ method }) => method));
      reply.header("cache-control", "no-store");
      if (methods.size === 0) throw new Refused({ code: "not_found", context: "staff" });
      reply.header("allow", [...methods].join(", "));
      throw new Refused({ code: "method_not_allowed", context: "staff" });
    },
    handler: async () => undefined,
  });
};
