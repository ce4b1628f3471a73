import { sellerPageNames, type SellerPageName } from "@foyer/contract/shop/pages/pageNames.ts";
import { SellerPage } from "../../features/pages/SellerPage.tsx";
import { sellerPageQuery } from "../../features/pages/sellerPage.queries.ts";
import { sellerPageStrings } from "../../features/pages/sellerPage.strings.ts";
import { NotFoundError, type Params, type ScreenContext, type ScreenProps } from "../screen.ts";

const nameIn = ({ page }: Params): SellerPageName => {
  const name = sellerPageNames.find((one) => one === page);
  if (!name) throw new NotFoundError();
  return name;
};

export function Screen({ params }: ScreenProps) {
  const name = nameIn(params);
  return <SellerPage key={name} name={name} />;
}

export const prepare = async ({ client, params }: ScreenContext): Promise<void> => {
  await client.ensureQueryData(sellerPageQuery(nameIn(params)));
};

export const head = ({ boot: { seller }, params }: ScreenContext) => {
  const text = `shell.${nameIn(params)}` as const;
  return { title: seller.strings[text] ?? sellerPageStrings[text] };
};
