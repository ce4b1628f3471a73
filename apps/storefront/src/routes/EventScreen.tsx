import { lazy, Suspense } from "react";
import { readReserveQuery } from "@foyer/rules/reserveQuery.ts";
import { CartBeside } from "../features/cart/CartBeside.tsx";
import { MobileCartButton } from "../features/cart/MobileCartButton.tsx";
import { useSkip } from "../features/listing/useSkip.ts";
import type { MembershipFormProps } from "../features/membership/MembershipForm.tsx";
import { membershipPart } from "../features/membership/parts.ts";
import { EventPage } from "../features/reserve/EventPage.tsx";
import { eventQuery, isNoEvent } from "../features/reserve/reserve.queries.ts";
import { coverImage } from "../shared/imageUrl.ts";
import { loadChunk } from "../shared/loadChunk.ts";
import { NothingHere, type Place, type ScreenProps } from "./screen.ts";

const AddOnBar = lazy(() =>
  loadChunk(() => import("../features/reserve/AddOnBar.tsx")).then((file) => ({ default: file.AddOnBar })),
);

export function Screen({ params }: ScreenProps) {
  const onSkip = useSkip(params.id ?? "");
  return (
    <>
      {onSkip && (
        <Suspense>
          <AddOnBar onSkip={onSkip} />
        </Suspense>
      )}
      <EventPage
        eventId={params.id ?? ""}
        action={params.action}
        cart={<CartBeside />}
        cartButton={<MobileCartButton />}
        Membership={Membership}
        {...(onSkip && { onSkip })}
      />
    </>
  );
}

function Membership(props: MembershipFormProps) {
  const part = membershipPart.usePart();
  return <part.MembershipForm {...props} />;
}

export const prepare = async ({ boot, client, params, search }: Place): Promise<readonly string[]> => {
  const { slug, timezone, web } = boot.seller;
  // The first screen came prepared by the server.
  const { prepareEvent } = await loadChunk(() => import("../features/reserve/prepareEvent.ts"));
  try {
    return await prepareEvent(
      client,
      { slug, timezone, now: boot.now, web },
      params.id ?? "",
      search.toString(),
      async (event) => {
        const { prepareMembership } = await loadChunk(() => import("../features/membership/prepareMembership.ts"));
        return prepareMembership(client, event);
      },
    );
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
