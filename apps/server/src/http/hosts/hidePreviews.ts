import type { FastifyInstance } from "fastify";

/** The address of a preview in a URL: its slug is a segment or the value of `_seller`. */
const ofPreview = /[a-z0-9-]--p-[a-z2-7]{26}(?![a-z0-9-])/;

/** Tells search engines to keep nothing of a preview: pages, pictures and calls alike, whether or not it is over. */
export const hidePreviews = (app: FastifyInstance): void => {
  app.addHook("onRequest", async (request, reply) => {
    if (ofPreview.test(request.url)) reply.header("x-robots-tag", "noindex, nofollow");
  });
};
