import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { prepareEventPage } from "../../features/reserve/event/prepareEvent.ts";
import { eventQuery, isEventNotFound } from "../../features/reserve/queries/reserve.queries.ts";
import { coverImage } from "../../shared/format/imageUrl.ts";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
import { NotFoundError, type ScreenContext } from "../screen.ts";
import { lazyFullEventPage } from "./lazyFullEventPage.ts";

export { knownEventSearch as replaceUnknown } from "./knownEventSearch.ts";

/** A view that shows only the date step needs no lazy components, so its hydration may be deferred. */
export const prepare = async ({ boot, client, params, search }: ScreenContext): Promise<readonly string[]> => {
  const { slug, timezone, web } = boot.seller;
  await lazyFullEventPage.load();
  try {
    const pageContext = { slug, timezone, now: boot.now, web };
    const { isDeferrable: startsAtDays, lazySources } = await prepareEventPage(
      client,
      pageContext,
      params.id ?? "",
      search.toString(),
      async (event) => {
        const { prepareMembership } = await loadChunk(
          () => import("../../features/membership/form/prepareMembership.ts"),
        );
        return prepareMembership(client, event);
      },
    );
    // With analytics every page view is tracked, so those pages hydrate at once.
    const isDeferrable = params.action === undefined && web.analytics === undefined;
    return startsAtDays && isDeferrable ? [] : [...lazyFullEventPage.sources, ...lazySources];
  } catch (error) {
    throw isEventNotFound(error) ? new NotFoundError() : error;
  }
};

export const head = ({ boot, client, params, search }: ScreenContext) => {
  const { slug } = boot.seller;
  const { queryKey } = eventQuery({
    slug,
    event_template_id: params.id ?? "",
    tg: parseReserveQuery(search.toString()).tg,
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
    ...(image_cover ? { hero: coverImage(slug, image_cover) } : {}),
  };
};
