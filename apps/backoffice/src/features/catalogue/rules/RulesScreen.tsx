import { useParams } from "@tanstack/react-router";
import { Tabs } from "@foyer/ui/layout/Tabs.tsx";
import { SellerFrame, type SellerForm } from "../SellerFrame.tsx";
import { useTab } from "../ChapterFields.tsx";
import { AfterSaleForm } from "./AfterSaleForm.tsx";
import { CheckoutSettings } from "./CheckoutSettings.tsx";
import { SignInsForm } from "./SignInsForm.tsx";
import { StaffLimitsForm } from "./StaffLimitsForm.tsx";

/** How a seller sells: changes after the sale, limits for staff, and the checkout. */
export function RulesScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/sales-rules" });
  return (
    <SellerFrame slug={slug} title="Sales rules" fields={["configuration"]}>
      {(form) => <RulesForms {...form} />}
    </SellerFrame>
  );
}

const tabOf = (path: string): string => {
  const [, part = ""] = path.split(".");
  if (part === "self_edit") return "after-sale";
  return part === "refund_limits" || part === "comp_limits" ? "limits" : part === "sign_ins" ? "sign-ins" : "checkout";
};

function RulesForms(form: SellerForm) {
  const [tab, setTab] = useTab("after-sale", tabOf);
  return (
    <Tabs
      label="Parts of the rules"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: "after-sale", label: "After the sale" },
        { value: "limits", label: "Limits of box office" },
        { value: "sign-ins", label: "Sign-ins" },
        { value: "checkout", label: "Checkout & login" },
      ]}
    >
      {tab === "after-sale" && <AfterSaleForm {...form} />}
      {tab === "limits" && <StaffLimitsForm {...form} />}
      {tab === "sign-ins" && <SignInsForm {...form} />}
      {tab === "checkout" && <CheckoutSettings {...form} />}
    </Tabs>
  );
}
