import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { chapterQuery } from "./catalogueQueries.ts";

/** A chapter to edit. What is typed is kept in a form, not in what was read: the form begins with what is there now. */
export const useChapter = (slug: string, chapter: string) => {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(chapterQuery(slug, chapter));
  const [opened, setOpened] = useState(0);
  const read = isFetchedAfterMount ? data : undefined;
  return {
    read,
    state: { error, isPending: !read && !error, refetch },
    /** Changes when the form has to begin anew. */
    key: `${chapter} ${opened}`,
    reopen: async (): Promise<void> => {
      await refetch();
      setOpened((count) => count + 1);
    },
  };
};
