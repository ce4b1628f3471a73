import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { chapterQuery } from "./catalogueQueries.ts";

/** Reads a chapter for editing. A form keeps what is typed in its own state, which starts from what was read. */
export const useChapter = (slug: string, chapter: string) => {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(chapterQuery(slug, chapter));
  const [opened, setOpened] = useState(0);
  const read = isFetchedAfterMount ? data : undefined;
  return {
    read,
    state: { error, isPending: !read && !error, refetch },
    /** Changes when the form has to start again. */
    key: `${chapter} ${opened}`,
    reopen: async (): Promise<void> => {
      await refetch();
      setOpened((count) => count + 1);
    },
  };
};
