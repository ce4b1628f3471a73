import type { FastifyInstance } from "fastify";
import { networkOf } from "../../http/limits/clientNetworkOf.ts";
import { RateLimit } from "../../http/limits/rateLimit.ts";

/** Where browsers report violations of the payment page's policy. */
export const cspReportsPath = "/_reports/csp";

/** Reports need no session, so they are limited per network and in total. */
const limitPerNetwork = { max: 20, windowSeconds: 60 };
const overallLimit = { max: 300, windowSeconds: 60 };

export type CspViolation = {
  readonly seller: string | null;
  readonly directive: string;
  /** The blocked host, or a keyword such as 'inline'. */
  readonly blocked: string;
};

const plainToken = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\w-]{1,40}$/.test(value) ? value : undefined;

const hostOf = (value: unknown): string | undefined => {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url && /^(?:https?|wss?):$/.test(url.protocol) ? url.origin.slice(0, 100) : plainToken(value);
};

/**
 * Reduces a report to what may be logged: the seller, the directive and the blocked host. Everything else, such as the
 * page's URL, can contain personal data. Undefined for anything that is not a report.
 */
export const parseCspReport = (body: unknown): CspViolation | undefined => {
  const report = ((body ?? {}) as { "csp-report"?: Record<string, unknown> })["csp-report"];
  const directive = plainToken(report?.["effective-directive"]) ?? plainToken(report?.["violated-directive"]);
  const blocked = hostOf(report?.["blocked-uri"]);
  if (directive === undefined || blocked === undefined) return undefined;
  const page = typeof report?.["document-uri"] === "string" ? URL.parse(report["document-uri"]) : null;
  const slug = page?.pathname.split("/", 2)[1] ?? "";
  return { seller: /^[a-z0-9-]{1,63}$/.test(slug) ? slug : null, directive, blocked };
};

/** Logs each report, so that an operator learns of a change to a payment page at once (PCI DSS 11.6.1). */
export const installCspReports = (app: FastifyInstance): void => {
  const [networkLimit, totalLimit] = [new RateLimit(limitPerNetwork), new RateLimit(overallLimit)];
  void app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(
      ["application/csp-report", "application/json"],
      { parseAs: "string", bodyLimit: 16 * 1024 },
      (_, body, done) => {
        try {
          done(null, JSON.parse(String(body)));
        } catch {
          done(null, undefined);
        }
      },
    );
    reports.post(cspReportsPath, async (request, reply) => {
      reply.header("cache-control", "no-store");
      const retryAfter = networkLimit.take(networkOf(request.ip)) ?? totalLimit.take("all");
      if (retryAfter !== undefined) return reply.code(429).header("retry-after", String(retryAfter)).send();
      const violation = parseCspReport(request.body);
      if (!violation) return reply.code(400).send();
      request.log.warn({ event: "csp_violation", ...violation }, "the payment page's policy blocked something");
      return reply.code(204).send();
    });
  });
};
