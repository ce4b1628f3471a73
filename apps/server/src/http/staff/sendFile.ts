import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** A file that is streamed: it is sent while it is being read. */
export type StreamedReply = { readonly stream: Readable; readonly type: string; readonly fileName: string };

/** The reply 202 for a file that is still computed in the background; the client asks for it again. */
export type PendingFile = { readonly waiting: object };

export const sendFile = (reply: FastifyReply, file: StreamedReply | PendingFile): FastifyReply => {
  if ("waiting" in file) return reply.code(202).send(file);
  const { stream, type, fileName } = file;
  return reply
    .headers({ "content-disposition": `attachment; filename="${fileName}"`, "x-content-type-options": "nosniff" })
    .type(type)
    .send(stream);
};
