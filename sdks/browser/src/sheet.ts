/** The style sheet, put in by the build. */
declare const TILL_STYLES: string;

/**
 * Adds the styles to a shadow root. A constructed sheet is exempt from the page's policy. Browsers without them get a
 * `<style>` element with the nonce of the script's tag.
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

/** Stops the page from scrolling while the window is open; the returned function undoes it. */
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
