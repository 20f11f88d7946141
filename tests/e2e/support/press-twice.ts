import { expect, type Page } from "@playwright/test";

type Held = { held?: string };

/** Presses a button that leads to another page, and again before that one is there, then goes to it. */
export async function pressTwice(page: Page, name: string): Promise<void> {
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await page.evaluate(holdNavigation);
  const button = page.getByRole("button", { name });
  await button.click();
  const next = await page.waitForFunction(() => (window as Held).held);
  await button.press("Enter");
  await expect(button).toBeDisabled();
  expect(posts).toHaveLength(1);
  await page.goto((await next.jsonValue()) ?? "");
}

/** Runs in the page: it is left for no other one, as while that is on its way. */
function holdNavigation() {
  const { navigation } = window as unknown as { navigation: EventTarget };
  navigation.addEventListener("navigate", (event) => {
    const { destination } = event as Event & { destination: { url: string; sameDocument: boolean } };
    if (destination.sameDocument) return;
    event.preventDefault();
    (window as Held).held = destination.url;
  });
}
