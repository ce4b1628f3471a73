import { connect, constants, type ClientHttp2Session } from "node:http2";
import type { UpdateOutcome } from "./wallet.ts";

/** Apple's push service. The timeout applies to all devices of one call together; only tests change it. */
export type PushEndpoint = { readonly pushUrl: string; readonly timeoutMs?: number };

/** Keys of a pass type, whose certificate opens the connection. */
type PushKeys = {
  readonly pass_type_id: string;
  readonly signer_cert: string;
  readonly signer_key: string;
  readonly signer_key_passphrase?: string | undefined;
};

const defaultTimeoutMs = 15_000;
const maxReplyLength = 1000;

/** Whether the token belongs to no device, or to a pass of another type. */
const isUnknownDevice = (status: number, reason: string): boolean =>
  status === 410 || (status === 400 && ["BadDeviceToken", "DeviceTokenNotForTopic"].includes(reason));

const reasonOf = (body: string): string => /"reason"\s*:\s*"(\w{1,60})"/.exec(body)?.[1] ?? "";

const toOutcome = (status: number, body: string): UpdateOutcome => {
  if (status === 200) return { result: "sent" };
  const reason = reasonOf(body);
  if (isUnknownDevice(status, reason)) return { result: "gone" };
  return { result: "failed", reason: `Apple's push service: ${status || "no answer"} ${reason}`.trim() };
};

const pushTo = (session: ClientHttp2Session, passType: string, token: string): Promise<UpdateOutcome> =>
  new Promise((resolve) => {
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: "POST",
      [constants.HTTP2_HEADER_PATH]: `/3/device/${encodeURIComponent(token)}`,
      "apns-topic": passType,
    });
    let status = 0;
    let body = "";
    stream.setEncoding("utf8");
    stream.on("response", (headers) => (status = Number(headers[":status"] ?? 0)));
    stream.on("data", (chunk: string) => (body = (body + chunk).slice(0, maxReplyLength)));
    // `close` follows every error, and resolves with what was received until then.
    stream.on("error", () => undefined);
    stream.on("close", () => resolve(toOutcome(status, body)));
    // The push has no content: the device asks what has changed.
    stream.end("{}");
  });

const openSession = (keys: PushKeys, pushUrl: string): ClientHttp2Session | undefined => {
  try {
    const session = connect(pushUrl, {
      cert: keys.signer_cert,
      key: keys.signer_key,
      ...(keys.signer_key_passphrase !== undefined && { passphrase: keys.signer_key_passphrase }),
    });
    session.on("error", () => undefined);
    return session;
  } catch {
    return undefined;
  }
};

/** Notifies each device once, over one connection opened with the pass certificate. Never throws. */
export const pushToDevices = async (
  keys: PushKeys,
  { pushUrl, timeoutMs = defaultTimeoutMs }: PushEndpoint,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, UpdateOutcome>> => {
  const distinct = [...new Set(tokens)];
  if (distinct.length === 0) return new Map();
  const session = openSession(keys, pushUrl);
  if (!session) {
    const outcome: UpdateOutcome = { result: "failed", reason: "Apple's push service: the keys cannot be read" };
    return new Map(distinct.map((token) => [token, outcome]));
  }
  const deadline = setTimeout(() => session.destroy(), timeoutMs);
  try {
    return new Map(
      await Promise.all(
        distinct.map(async (token) => [token, await pushTo(session, keys.pass_type_id, token)] as const),
      ),
    );
  } finally {
    clearTimeout(deadline);
    session.destroy();
  }
};
