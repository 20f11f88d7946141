import { buttonClass } from "@/components/ui/button";

type Props = {
  url: string;
  /** names what is shared */
  title: string;
  children: string;
};

/** Opens the device's own sheet for sharing. The page's script shows it where there is one, and presses it. */
export function ShareButton({ url, title, children }: Props) {
  return (
    <div className="hidden in-data-can-share:block print:hidden">
      <button
        type="button"
        data-share={url}
        data-title={title}
        data-stays=""
        className={buttonClass({ look: "secondary" }, "w-full")}
      >
        {children}
      </button>
    </div>
  );
}
