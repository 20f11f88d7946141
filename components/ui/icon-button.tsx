import { Button, type ButtonProps } from "./button";

/** A button with only an icon: `label` is its accessible name and its tooltip. */
export function IconButton({ label, look = "ghost", ...rest }: Omit<ButtonProps, "size"> & { label: string }) {
  return <Button {...rest} look={look} size="icon" aria-label={label} data-tip={label} />;
}
