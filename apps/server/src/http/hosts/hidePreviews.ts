import type { FastifyInstance } from "fastify";

/** Matches a preview in a URL: its slug is a path segment or the value of `_seller`. */
const ofPreview = /[a-z0-9-]--p-[a-z2-7]{26}(?![a-z0-9-])/;

/**
 * Tells search engines not to index anything of a preview: pages, pictures and API calls alike, even after it has ended.
 */
export const hidePreviews = (app: FastifyInstance): void => {
  app.addHook("onRequest", async (request, reply) => {
    if (ofPreview.test(request.url)) reply.header("x-robots-tag", "noindex, nofollow");
  });
};
