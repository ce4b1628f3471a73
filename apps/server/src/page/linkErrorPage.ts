import type { FastifyRequest } from "fastify";
import { escapeHtml } from "./document/escape.ts";
import { plainPage } from "./plainPage.ts";

/** Says why a ticket's pass or file does not open, with a link to the seller. */
export const renderLinkError = ({ seller }: FastifyRequest, description: string): ReturnType<typeof plainPage> =>
  plainPage(
    description,
    seller === null ? "" : `<p><a href="/${escapeHtml(seller.slug)}">${escapeHtml(seller.name)}</a></p>`,
  );
