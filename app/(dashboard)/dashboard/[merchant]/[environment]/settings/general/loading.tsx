import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader title="Shop" description="How your shop is called and looks, for the sandbox and for live alike." />
      <p role="status" className="sr-only">
        Loading the settings
      </p>
      {["shop", "logo", "accent", "cap"].map((part) => (
        <Skeleton key={part} className="h-44 w-full" />
      ))}
    </>
  );
}
