import { Button, type ButtonProps } from "@/components/ui/button";

/** A button that is only an icon: `label` is its name for a screen reader and its tooltip. */
export function IconButton({ label, look = "ghost", ...rest }: Omit<ButtonProps, "size"> & { label: string }) {
  return <Button {...rest} look={look} size="icon" aria-label={label} data-tip={label} />;
}
