/** Where the script says that the server can't be reached. */
export function TroubleNote() {
  return (
    <p
      data-part="trouble"
      data-kept=""
      role="status"
      className="rounded-till border-s-2 border-amber bg-amber-wash px-4 py-3 text-14 empty:hidden"
    />
  );
}
