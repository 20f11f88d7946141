/** The address of a logo. It changes with the image, so it can be cached for ever. */
export function logoPath(merchantId: string, digest: string | null): string | null {
  return digest === null ? null : `/logo/${merchantId}/${digest}`;
}
