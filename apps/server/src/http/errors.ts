import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { descriptions, descriptionsIn } from "@foyer/contract/descriptions.ts";
import { refusals, type RefusalCode, type RefusalReply } from "@foyer/contract/refusal.ts";
import { told } from "./logging.ts";
import { Refused } from "./refused.ts";

type Said = { status: number; body: RefusalReply };

const wordOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const filled = (text: string, extra: Record<string, unknown>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => wordOf(extra[name])).replace(/ {2,}/g, " ");

type Strings = Readonly<Record<string, string>>;

const itemOf = (no: Refused, strings: Strings): RefusalReply["_data"][number] => ({
  _code: no.code,
  _context: no.context,
  _description:
    no.words ??
    filled(
      strings[`error.${no.code}`] ??
        no.description ??
        descriptionsIn[`${no.code}:${no.context}`] ??
        descriptions[no.code],
      no.extra,
    ),
  _extra: no.extra,
});

/** A refusal as it travels. The seller's own words come first: those for the case, then those for its code. */
export const sayNo = (no: Refused, requestId: string, strings: Strings = {}): Said => ({
  status: refusals[no.code],
  body: {
    _data: [no, ...(no.also ? [no.also] : [])].map((one) => itemOf(one, strings)),
    request_id: requestId,
  },
});

const unavailable = new Set([
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08001",
  "08003",
  "53300",
  "53100",
  "57014",
  "ECONNREFUSED",
  "ENOENT",
  "ECONNRESET",
]);

const codeOfFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "validation_failed",
  FST_ERR_CTP_INVALID_JSON_BODY: "validation_failed",
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
};

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "");

/** The database cannot be reached or has no room: not a bug, and nobody knows what it kept of the last words. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (unavailable.has(codeOf(error)) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message));

const asRefused = (error: FastifyError | Error): Refused | undefined => {
  if (error instanceof Refused) return error;
  const code = codeOf(error);
  if (codeOfFastify[code]) return new Refused({ code: codeOfFastify[code] });
  if (isOutage(error)) return new Refused({ code: "unavailable" });
  if ("statusCode" in error && typeof error.statusCode === "number" && error.statusCode < 500)
    return new Refused({ code: "bad_field_value" });
  return undefined;
};

/** Turns whatever is thrown into one of the three outcomes. A bug is logged with its request id and says nothing. */
export const installErrors = (
  app: FastifyInstance,
  stringsOf: (request: FastifyRequest) => Readonly<Record<string, string>>,
): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const no = asRefused(error);
    if (!no) {
      request.log.error({ err: told(error) }, "unexpected error");
      return reply
        .code(500)
        .header("cache-control", "no-store")
        .send({
          _data: [
            {
              _code: "unexpected",
              _context: "general",
              _description: "Sorry! Something unexpected happened. Please try again.",
            },
          ],
          request_id: request.id,
        });
    }
    if (no.code === "unavailable") reply.header("retry-after", wordOf(no.extra.retry_after) || "2");
    if (no.code === "too_many_requests") reply.header("retry-after", wordOf(no.extra.retry_after) || "60");
    const { status, body } = sayNo(no, request.id, stringsOf(request));
    return reply.code(status).header("cache-control", "no-store").send(body);
  });
};

/** An address that cannot even be read. It is not repeated. */
export const refuseAddress = (request: FastifyRequest, reply: FastifyReply): void => {
  const { status, body } = sayNo(new Refused({ code: "bad_field_value" }), request.id);
  void reply.code(status).header("cache-control", "no-store").header("x-content-type-options", "nosniff").send(body);
};
