import { readReserveQuery } from "@foyer/rules/reserveQuery.ts";
import { prepareEvent } from "../features/reserve/prepareEvent.ts";
import { eventQuery, isNoEvent } from "../features/reserve/reserve.queries.ts";
import { coverImage } from "../shared/imageUrl.ts";
import { loadChunk } from "../shared/loadChunk.ts";
import { NothingHere, type Place } from "./screen.ts";
import { wholePart } from "./wholePart.ts";

/** A view that begins with its days and nothing else has no parts: it may come asleep. */
export const prepare = async ({ boot, client, params, search }: Place): Promise<readonly string[]> => {
  const { slug, timezone, web } = boot.seller;
  await wholePart.load();
  try {
    const shop = { slug, timezone, now: boot.now, web };
    const { startsAtDays, parts } = await prepareEvent(
      client,
      shop,
      params.id ?? "",
      search.toString(),
      async (event) => {
        const { prepareMembership } = await loadChunk(() => import("../features/membership/prepareMembership.ts"));
        return prepareMembership(client, event);
      },
    );
    // Whoever measures visits tells of what is seen, touched or not.
    const isPlain = params.action === undefined && web.analytics === undefined;
    return startsAtDays && isPlain ? [] : [...wholePart.sources, ...parts];
  } catch (error) {
    throw isNoEvent(error) ? new NothingHere() : error;
  }
};

export const head = ({ boot, client, params, search }: Place) => {
  const { slug } = boot.seller;
  const { queryKey } = eventQuery({
    slug,
    event_template_id: params.id ?? "",
    tg: readReserveQuery(search.toString()).tg,
  });
  const event = client.getQueryData(queryKey)?.event_template._data[0];
  if (!event) return {};
  const { image_cover, image_profile } = event.meta;
  const description = event.summary ?? event.subtitle ?? event.description;
  const image = image_cover ?? image_profile;
  return {
    title: event.name,
    ...(description ? { description } : {}),
    ...(image ? { image } : {}),
    ...(image_cover && !event.meta.hide_event_details ? { hero: coverImage(slug, image_cover) } : {}),
  };
};
