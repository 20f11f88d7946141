/** The style sheet, put in by the build. */
declare const TILL_STYLES: string;

/**
 * Gives a shadow root its styles. A constructed sheet needs no leave of the page's policy; a browser without them gets an
 * element, with the nonce of the script's own tag.
 */
export function dress(root: ShadowRoot, nonce: string | undefined) {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(TILL_STYLES);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const style = document.createElement("style");
    if (nonce) style.nonce = nonce;
    style.textContent = TILL_STYLES;
    root.append(style);
  }
}

/** Holds the page still while the window is open; the returned function lets it go. */
export function holdPage(): () => void {
  try {
    const sheet = new CSSStyleSheet();
    const gutter = innerWidth > document.documentElement.clientWidth ? "scrollbar-gutter:stable" : "";
    sheet.replaceSync(`html{overflow:hidden!important;${gutter}}`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  } catch {
    return () => {};
  }
}
