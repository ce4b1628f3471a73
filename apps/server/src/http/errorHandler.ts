import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refusalStatuses, type RefusalCode, type RefusalReply } from "@foyer/contract/errors.ts";
import { loggableError } from "./logs/logging.ts";
import { errorCode } from "../errors/errorCode.ts";
import { isOutage } from "../errors/isOutage.ts";
import { isRetryable } from "../errors/isRetryable.ts";
import { printable, refusalText } from "../errors/refusalText.ts";
import { Refused } from "../errors/refused.ts";
import { refusals } from "../signals/signals.ts";

type RefusalResponse = { status: number; body: RefusalReply };

type Strings = Readonly<Record<string, string>>;

const refusalItem = (refusal: Refused, strings: Strings): RefusalReply["_data"][number] => ({
  _code: refusal.code,
  _context: refusal.context,
  _description: refusalText(refusal, strings),
  _extra: refusal.extra,
});

/** A refusal as JSON, in the seller's words. */
export const toRefusalResponse = (refusal: Refused, requestId: string, strings: Strings = {}): RefusalResponse => ({
  status: refusalStatuses[refusal.code],
  body: {
    _data: [refusal, ...(refusal.second ? [refusal.second] : [])].map((each) => refusalItem(each, strings)),
    request_id: requestId,
  },
});

/** What Fastify refuses by itself: the code of the refusal, and what it names as wrong. */
const refusalByFastifyCode: Readonly<Record<string, readonly [code: RefusalCode, field: string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type", "content-type"],
  FST_ERR_CTP_INVALID_JSON_BODY: ["validation_failed", "body"],
  FST_ERR_CTP_BODY_TOO_LARGE: ["payload_too_large", "body"],
};

const toRefused = (error: FastifyError | Error): Refused | undefined => {
  if (error instanceof Refused) return error;
  const [code, field] = refusalByFastifyCode[errorCode(error) ?? ""] ?? [];
  if (code) return new Refused({ code, extra: { fields: [field] } });
  if (isOutage(error) || isRetryable(error)) return new Refused({ code: "unavailable" });
  if ("statusCode" in error && typeof error.statusCode === "number" && error.statusCode < 500)
    return new Refused({ code: "bad_field_value" });
  return undefined;
};

const unexpectedResponse = (requestId: string): RefusalResponse => ({
  status: 500,
  body: {
    _data: [
      {
        _code: "unexpected",
        _context: "general",
        _description: "Sorry! Something unexpected happened. Please try again.",
      },
    ],
    request_id: requestId,
  },
});

/** A page that says why a link does not open. */
type LinkErrorPage = (
  request: FastifyRequest,
  description: string,
) => { readonly html: string; readonly headers: Readonly<Record<string, string>> };

export type ErrorHandling = {
  readonly findStrings: (request: FastifyRequest) => Strings;
  readonly renderLinkError: LinkErrorPage;
  /** Called with every error, for example when the disk is full. */
  readonly note?: (error: unknown) => void;
};

/** Whether a person opened the link of a file: programs and pictures do not ask for HTML. */
const isOpenedByPerson = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config.isLink === true && (headers.accept ?? "").includes("text/html");

/**
 * Replies to errors: a refusal with its code, an outage as `unavailable`, and a bug as `unexpected`, logged with its
 * request id. Links that a person opens get a page.
 */
export const installErrorHandler = (
  app: FastifyInstance,
  { findStrings, renderLinkError, note }: ErrorHandling,
): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    note?.(error);
    const refusal = toRefused(error);
    refusals.emit({ code: refusal?.code ?? "unexpected" });
    if (!refusal) request.log.error({ err: loggableError(error) }, "unexpected error");
    if (refusal?.code === "unavailable") reply.header("retry-after", printable(refusal.extra.retry_after) || "2");
    if (refusal?.code === "too_many_requests")
      reply.header("retry-after", printable(refusal.extra.retry_after) || "60");
    const { status, body } = refusal
      ? toRefusalResponse(refusal, request.id, findStrings(request))
      : unexpectedResponse(request.id);
    reply.code(status).header("cache-control", "no-store");
    if (!isOpenedByPerson(request)) return reply.send(body);
    const { html, headers } = renderLinkError(request, body._data[0]?._description ?? "");
    return reply.headers(headers).type("text/html; charset=utf-8").send(html);
  });
};

/** Replies to a URL that cannot be parsed, without repeating it. */
export const rejectInvalidUrl = (request: FastifyRequest, reply: FastifyReply): void => {
  const { status, body } = toRefusalResponse(
    new Refused({ code: "bad_field_value", extra: { fields: ["path"] } }),
    request.id,
  );
  void reply.code(status).header("cache-control", "no-store").header("x-content-type-options", "nosniff").send(body);
};
