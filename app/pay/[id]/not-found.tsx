import { DeadEnd } from "@/components/site/dead-end";

export default function NotFound() {
  return (
    <DeadEnd title="There is no such payment." code="404">
      The link may be cut off. Open it again from where you got it, or ask the shop for a new one.
    </DeadEnd>
  );
}
