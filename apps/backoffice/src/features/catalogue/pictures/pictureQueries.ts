import { queryOptions, useQuery } from "@tanstack/react-query";
import { previewPicture } from "@foyer/contract/office/catalogue/pictures.ts";
import { callOffice } from "../../../shared/call.ts";
import { chapterQuery } from "../catalogueQueries.ts";
import { recordOf } from "../document.ts";

export const pictureQuery = (slug: string, key: string) =>
  queryOptions({
    queryKey: ["catalogue", slug, "picture", key],
    queryFn: () => callOffice(previewPicture, { key } as never, slug),
    enabled: key !== "",
    staleTime: Infinity,
  });

/** The keys of the pictures that the catalogue has, those of a draft included. */
export const usePictureKeys = (slug: string): readonly string[] => {
  const { data } = useQuery(chapterQuery(slug, "images"));
  return Object.keys(recordOf(data?.draft ? data.draft.document : data?.published)).toSorted();
};
