import { queryOptions, useQuery } from "@tanstack/react-query";
import { previewPicture } from "@foyer/contract/office/catalogue/pictures.ts";
import { callOffice } from "../../../shared/call.ts";
import { chapterQuery } from "../catalogueQueries.ts";
import { recordOf, type Loose } from "../document.ts";

export const pictureQuery = (slug: string, key: string) =>
  queryOptions({
    queryKey: ["catalogue", slug, "picture", key],
    queryFn: () => callOffice(previewPicture, { key } as never, slug),
    enabled: key !== "",
    staleTime: Infinity,
  });

/** The catalogue's pictures by key, including those of a draft. */
export const usePictures = (slug: string): Loose => {
  const { data } = useQuery(chapterQuery(slug, "images"));
  return recordOf(data?.draft ? data.draft.document : data?.published);
};
