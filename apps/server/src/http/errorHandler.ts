import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refusalDescriptions, contextDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import { refusalStatuses, type RefusalCode, type RefusalReply } from "@foyer/contract/errors.ts";
import { loggableError } from "./logging.ts";
import { Refused } from "../errors/refused.ts";

type RefusalResponse = { status: number; body: RefusalReply };

const printable = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const fillPlaceholders = (text: string, extra: Record<string, unknown>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => printable(extra[name])).replace(/ {2,}/g, " ");

type Strings = Readonly<Record<string, string>>;

const refusalItem = (refusal: Refused, strings: Strings): RefusalReply["_data"][number] => ({
  _code: refusal.code,
  _context: refusal.context,
  _description:
    refusal.words ??
    fillPlaceholders(
      strings[`error.${refusal.code}`] ??
        refusal.description ??
        contextDescriptions[`${refusal.code}:${refusal.context}`] ??
        refusalDescriptions[refusal.code],
      refusal.extra,
    ),
  _extra: refusal.extra,
});

/** A refusal as it travels. The seller's own words come first: those for the case, then those for its code. */
export const toRefusalResponse = (refusal: Refused, requestId: string, strings: Strings = {}): RefusalResponse => ({
  status: refusalStatuses[refusal.code],
  body: {
    _data: [refusal, ...(refusal.also ? [refusal.also] : [])].map((one) => refusalItem(one, strings)),
    request_id: requestId,
  },
});

const outageCodes = new Set([
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

const refusalCodeByFastifyCode: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "validation_failed",
  FST_ERR_CTP_INVALID_JSON_BODY: "validation_failed",
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
};

const errorCode = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "");

/** The database cannot be reached or has no room: not a bug, and nobody knows what it kept of the last words. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (outageCodes.has(errorCode(error)) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message));

const toRefused = (error: FastifyError | Error): Refused | undefined => {
  if (error instanceof Refused) return error;
  const code = errorCode(error);
  if (refusalCodeByFastifyCode[code]) return new Refused({ code: refusalCodeByFastifyCode[code] });
  if (isOutage(error)) return new Refused({ code: "unavailable" });
  if ("statusCode" in error && typeof error.statusCode === "number" && error.statusCode < 500)
    return new Refused({ code: "bad_field_value" });
  return undefined;
};

/** Turns whatever is thrown into one of the three outcomes. A bug is logged with its request id and says nothing. */
export const installErrorHandler = (
  app: FastifyInstance,
  findStrings: (request: FastifyRequest) => Readonly<Record<string, string>>,
): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefused(error);
    if (!refusal) {
      request.log.error({ err: loggableError(error) }, "unexpected error");
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
    if (refusal.code === "unavailable") reply.header("retry-after", printable(refusal.extra.retry_after) || "2");
    if (refusal.code === "too_many_requests") reply.header("retry-after", printable(refusal.extra.retry_after) || "60");
    const { status, body } = toRefusalResponse(refusal, request.id, findStrings(request));
    return reply.code(status).header("cache-control", "no-store").send(body);
  });
};

/** An address that cannot even be read. It is not repeated. */
export const rejectInvalidUrl = (request: FastifyRequest, reply: FastifyReply): void => {
  const { status, body } = toRefusalResponse(new Refused({ code: "bad_field_value" }), request.id);
  void reply.code(status).header("cache-control", "no-store").header("x-content-type-options", "nosniff").send(body);
};
