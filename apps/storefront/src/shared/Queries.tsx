import {
  hydrate,
  QueryClientContext,
  QueryClientProvider,
  type DehydratedState,
  type QueryClient,
} from "@tanstack/react-query";
import { use, type ComponentType, type ReactNode } from "react";
import { callFor } from "../api/call.ts";
import { answersWritten } from "./answers.tsx";
import { newQueryClient } from "./queryClient.ts";
import { useSeller } from "./seller.tsx";

let here: QueryClient | undefined;

/** The one client of this browser's page; it begins with what the server asked. */
export const clientHere = (seller: string): QueryClient => {
  if (here) return here;
  callFor(seller);
  here = newQueryClient();
  hydrate(here, (answersWritten() ?? {}) as Partial<DehydratedState>);
  return here;
};

/** Gives what is within it the page's queries; where they are given already, in tests and on the server, it is nothing. */
export function Queries({ children }: { readonly children: ReactNode }) {
  const { slug } = useSeller();
  return use(QueryClientContext) ? (
    children
  ) : (
    <QueryClientProvider client={clientHere(slug)}>{children}</QueryClientProvider>
  );
}

/** The same component with queries around it: for a part that stands where there are none. */
export const withQueries = <P extends object>(Part: ComponentType<P>): ComponentType<P> =>
  function WithQueries(props: P) {
    return (
      <Queries>
        <Part {...props} />
      </Queries>
    );
  };
